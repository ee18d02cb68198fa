import TypedDatabase

/// Damage that a check of a file has found.
public struct IntegrityProblem: Hashable, Sendable, CustomStringConvertible {
    /// The place of the value that is damaged; `nil` if the damage isn't that of one value.
    public var place: TreePlace?

    public var message: String

    public init(at place: TreePlace? = nil, _ message: String) {
        self.place = place
        self.message = message
    }

    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}
