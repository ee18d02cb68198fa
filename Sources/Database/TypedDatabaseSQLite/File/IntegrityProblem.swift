import TypedDatabase

/// A problem that an integrity check has found in a file.
public struct IntegrityProblem: Hashable, Sendable, CustomStringConvertible {
    /// The place of the damaged value; `nil` if the damage isn't limited to one value.
    public var place: TreePlace?

    /// The problem, in a sentence.
    public var message: String

    /// Makes a problem.
    public init(at place: TreePlace? = nil, _ message: String) {
        self.place = place
        self.message = message
    }

    /// The place and the message.
    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}
