// A path is a location with a type, and nothing else:
//
// - A schema's generated code extends `Path` with a member for each child, whose body is a call of
//   `Path.append` (`Append.swift`).
// - `append` checks the keys (`PathKey.swift`), and assembles the text of a `PathLocation` in one
//   allocation. Only this library makes locations, so that no path is made of an arbitrary string.
// - The location becomes what the context asks for: a `Path`, or the path of a collection
//   (`Collection.swift`), whose `child(_:)` goes on from there.
// - `rendered`, the text, is sent to the database.
//
// Nothing is imported, and one or two keys are appended inline: generated code compiles fast, and a
// path costs one string.

/// The place of one value of type `Element` in a hierarchical database.
///
/// A path starts at the root, `Path()`, and goes down through members that a schema declares:
///
/// ```swift
/// let name = Path().chatroom("firechat").name  // Path<String>
/// name.rendered                                // "chatrooms/firechat/name"
/// ```
///
/// `Element` is the model stored there, or a type without values, such as `enum Chatroom {}`, whose
/// only purpose is to tell one place from another. It needs no conformances.
///
/// A path can't be made from a string: a path that compiles is in the schema. Two paths are equal
/// if they render as equal strings. Swift ignores how an accent is composed, so two keys that
/// differ only in that, which a database may have, make equal paths.
///
/// A schema may have children named `description`, `hashValue` or `rendered`. The child wins over
/// the property declared here, unless the context asks for the property's type. `"\(path)"` always
/// renders the path.
@frozen
public struct Path<Element>: PathProtocol, Sendable {
    // A schema's member of the same name must win in every expression, so whatever a protocol
    // demands here is disfavoured, and declared where it would otherwise be synthesised.

    /// The keys from the root down, joined by `/`, with no `/` at either end.
    ///
    /// The root renders as `""`.
    @_disfavoredOverload
    public let rendered: String

    /// Makes the path of a location. Only ``append(_:_:)`` and its overloads make locations.
    @inlinable
    public init(_ location: PathLocation) {
        rendered = location.rendered
    }

    /// The same as ``rendered``.
    @_disfavoredOverload
    @inlinable
    public var description: String { rendered }

    /// The hash value of ``rendered``.
    @_disfavoredOverload
    @inlinable
    public var hashValue: Int { rendered.hashValue }

    /// Hashes ``rendered``.
    @_disfavoredOverload
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rendered)
    }
}

/// Another name for ``Path``, for files that also import SwiftUI, which has a `Path` of its own.
public typealias DatabasePath = Path

// MARK: - Roots

/// The top of a database: `Path()` is a `Path<Root>`.
public enum Root: PathRoot {}

/// The root type of one of several databases in a module.
///
/// ```swift
/// enum ChatRoot: PathRoot {}
///
/// Path<ChatRoot>().chatrooms
/// ```
public protocol PathRoot: SendableMetatype {}

extension Path where Element == Root {
    /// Makes the root, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}

extension Path where Element: PathRoot {
    /// Makes the root of the database that `Element` names, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}

// MARK: - Any path

/// A ``Path`` or a collection's path, for code that only needs the location.
///
/// ```swift
/// func remove(_ path: some PathProtocol) async throws {
///     try await database.delete(path.rendered)
/// }
/// ```
public protocol PathProtocol: Hashable, CustomStringConvertible {
    /// The keys from the root down, joined by `/`, with no `/` at either end.
    var rendered: String { get }

    /// Makes the path of a location.
    init(_ location: PathLocation)
}

extension PathProtocol {
    /// The keys from the root down; none for the root.
    @_disfavoredOverload
    public var keys: [String] {
        // By scalars: a "/" before a combining mark is still a separator.
        rendered.unicodeScalars.split(separator: "/").map(String.init)
    }

    /// The same as ``rendered``.
    @_disfavoredOverload
    @inlinable
    public var description: String { rendered }
}

// MARK: - Times

/// A time in a database that isn't a `Date`, such as `TypedDatabase`'s `ServerTime`.
///
/// If a schema says that a model's child is a `Date`, the generated code lets the compiler check that
/// the model's property is a `Date` or such a type:
///
/// ```swift
/// struct Timestamp: StoredTime, Codable { … }
/// ```
public protocol StoredTime {}
