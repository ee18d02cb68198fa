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
