/// A ``Path`` or a ``Path/Collection``, for code that only needs to know where something is.
///
/// ```swift
/// func remove(_ path: some PathProtocol) async throws {
///     try await database.delete(path.rendered)
/// }
/// ```
public protocol PathProtocol: Sendable, Hashable, CustomStringConvertible {
    /// The keys from the root down, joined by `/`, with no `/` at either end.
    var rendered: String { get }

    /// Gives a location its type.
    init(_ location: PathLocation)
}
