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

    /// The kind of an error. Later versions have more, so that a `switch` needs a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// A key that no database here may have: see ``TreeLimits``.
        public static let invalidKey = Kind("invalidKey")
        /// A value that can't be stored: a number that isn't finite, too long a string, too deep a tree.
        public static let invalidValue = Kind("invalidValue")
        /// A batch with two edits of one place, or of places one of which is inside the other.
        public static let overlappingEdits = Kind("overlappingEdits")
        /// Something to add that has nothing to store.
        public static let nothingToStore = Kind("nothingToStore")
        /// A query that can't be asked: a bound that is no scalar, a limit below one, a cursor of
        /// another query.
        public static let invalidQuery = Kind("invalidQuery")
        /// A transaction that lost the race against another process or client too often: 25 times in
        /// a row, or 1,000 times on a file.
        public static let conflict = Kind("conflict")
        /// A write or a transaction of the database inside the closure of a transaction, for which it
        /// would wait.
        public static let nestedTransaction = Kind("nestedTransaction")
        /// Something that the engine can't do: a transaction over several places on a server.
        public static let unsupported = Kind("unsupported")

        /// The file isn't a database of this library, or comes from a newer version of it.
        public static let unsuitableFile = Kind("unsuitableFile")
        /// The file is damaged.
        public static let damagedFile = Kind("damagedFile")
        /// The file or its folder can't be read or written.
        public static let unreachableFile = Kind("unreachableFile")
        /// There is no room for what is to be written.
        public static let diskFull = Kind("diskFull")
        /// The engine was opened to read only.
        public static let readOnly = Kind("readOnly")
        /// There is a file already, or data, where a new file or an import was to be put.
        public static let alreadyExists = Kind("alreadyExists")
        /// A text that should be JSON isn't, or is no tree: the message has the line and the column.
        public static let invalidJSON = Kind("invalidJSON")

        /// The rules don't allow it.
        public static let permissionDenied = Kind("permissionDenied")
        /// The server doesn't accept the token.
        public static let unauthenticated = Kind("unauthenticated")
        /// The query needs an index that the rules don't declare.
        public static let indexMissing = Kind("indexMissing")
        /// More than the server takes or gives at once.
        public static let tooLarge = Kind("tooLarge")
        /// The request is one that the server doesn't understand.
        public static let badRequest = Kind("badRequest")
        /// There is no such database.
        public static let noSuchDatabase = Kind("noSuchDatabase")
        /// The server can't be reached, or is too busy.
        public static let unavailable = Kind("unavailable")
        /// The connection broke before the answer: it may have been done, or not.
        public static let outcomeUnknown = Kind("outcomeUnknown")
    }
}

extension TreeDatabaseError: CustomStringConvertible {
    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}
