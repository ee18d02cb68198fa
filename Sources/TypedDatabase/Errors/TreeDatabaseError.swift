/// Why a database didn't do what it was asked to.
///
/// Errors of coding are Swift's own `EncodingError` and `DecodingError`.
public struct TreeDatabaseError: Error, Hashable, Sendable {
    public var kind: Kind

    /// The place it is about, as paths are rendered; `nil` if it is about the whole database.
    public var place: TreePlace?

    /// What happened, and what can be done about it. Of a server's error, with its own words.
    public var message: String

    public init(_ kind: Kind, at place: TreePlace? = nil, _ message: String) {
        self.kind = kind
        self.place = place
        self.message = message
    }

    public enum Kind: Hashable, Sendable {
        /// A key that no database here may have: see ``TreeLimits``.
        case invalidKey
        /// A value that can't be stored: a number that isn't finite, too long a string, too deep a tree.
        case invalidValue
        /// A batch with two edits of one place, or of places one of which is inside the other.
        case overlappingEdits
        /// Something to add that has nothing to store.
        case nothingToStore
        /// A query that can't be asked: a bound that is no scalar, a limit below one, a cursor of
        /// another query.
        case invalidQuery
        /// A transaction that lost the race against another process or client too often: 25 times in
        /// a row, or 1,000 times on a file.
        case conflict
        /// A write or a transaction of the database inside the closure of a transaction, for which it
        /// would wait.
        case nestedTransaction
        /// Something that the engine can't do: a transaction over several places on a server.
        case unsupported

        /// The file isn't a database of this library, or comes from a newer version of it.
        case unsuitableFile
        /// The file is damaged.
        case damagedFile
        /// The file or its folder can't be read or written.
        case unreachableFile
        /// There is no room for what is to be written.
        case diskFull
        /// The engine was opened to read only.
        case readOnly
        /// There is a file already, or data, where a new file or an import was to be put.
        case alreadyExists
        /// A text that should be JSON isn't, or is no tree: the message has the line and the column.
        case invalidJSON

        /// The rules don't allow it.
        case permissionDenied
        /// The server doesn't accept the token.
        case unauthenticated
        /// The query needs an index that the rules don't declare.
        case indexMissing
        /// More than the server takes or gives at once.
        case tooLarge
        /// The request is one that the server doesn't understand.
        case badRequest
        /// There is no such database.
        case noSuchDatabase
        /// The server can't be reached, or is too busy.
        case unavailable
        /// The connection broke before the answer: it may have been done, or not.
        case outcomeUnknown
    }
}

extension TreeDatabaseError: CustomStringConvertible {
    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}
