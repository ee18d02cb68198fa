import Foundation
import TypedPaths

/// An error whose `localizedDescription` is its description. Without this, it would be "The operation
/// could not be completed."
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension InvalidPathKey: DescribedError {}

/// An error of a database.
///
/// Coding throws Swift's own `EncodingError` and `DecodingError` instead.
public struct TreeDatabaseError: Error, Hashable, Sendable {
    /// The kind of the error.
    public var kind: Kind

    /// The place in question, as paths are rendered; `nil` if the error is about the whole
    /// database.
    public var place: TreePlace?

    /// The problem, and a remedy. A server's error is quoted.
    public var message: String

    /// Makes an error.
    public init(_ kind: Kind, at place: TreePlace? = nil, _ message: String) {
        self.kind = kind
        self.place = place
        self.message = message
    }

    /// The kind of an error. Later versions may have more, so that a `switch` needs a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name in Swift, such as `invalidKey`.
        public let description: String

        package init(_ description: String) {
            self.description = description
        }

        /// A key that ``TreeLimits`` don't allow.
        public static let invalidKey = Kind("invalidKey")
        /// A value that can't be stored: a number that isn't finite, too long a string, too deep a tree.
        public static let invalidValue = Kind("invalidValue")
        /// A batch with two edits of one place, or of places one of which is inside the other.
        public static let overlappingEdits = Kind("overlappingEdits")
        /// A new element that has nothing to store.
        public static let nothingToStore = Kind("nothingToStore")
        /// An invalid query: a bound that is no scalar, a limit below one, or a cursor of another
        /// query.
        public static let invalidQuery = Kind("invalidQuery")
        /// A transaction that lost the race against another process or client too often: 25 times in
        /// a row, or 1,000 times on a file.
        public static let conflict = Kind("conflict")
        /// A write or a transaction of the database inside the closure of a transaction, for which it
        /// would wait.
        public static let nestedTransaction = Kind("nestedTransaction")
        /// An operation that the engine doesn't support: a transaction over several places on a
        /// server.
        public static let unsupported = Kind("unsupported")

        /// A file that isn't a database of this library, or that comes from a newer version of it; a
        /// store with an app's own data, or another user's.
        public static let unsuitableFile = Kind("unsuitableFile")
        /// A store that another engine or process has.
        public static let inUse = Kind("inUse")
        /// A damaged file.
        public static let damagedFile = Kind("damagedFile")
        /// A file or folder that can't be read or written.
        public static let unreachableFile = Kind("unreachableFile")
        /// A disk without room for a write.
        public static let diskFull = Kind("diskFull")
        /// A write to an engine that was opened read-only.
        public static let readOnly = Kind("readOnly")
        /// An existing file, or existing data, at the destination of a new file or an import.
        public static let alreadyExists = Kind("alreadyExists")
        /// A text that isn't JSON, or isn't a tree: the message has the line and the column.
        public static let invalidJSON = Kind("invalidJSON")

        /// An operation that the rules don't allow.
        public static let permissionDenied = Kind("permissionDenied")
        /// A token that the server doesn't accept.
        public static let unauthenticated = Kind("unauthenticated")
        /// A query that needs an index that the rules don't declare.
        public static let indexMissing = Kind("indexMissing")
        /// More data than the server accepts or returns at once.
        public static let tooLarge = Kind("tooLarge")
        /// A request that the server doesn't understand.
        public static let badRequest = Kind("badRequest")
        /// A database that doesn't exist.
        public static let noSuchDatabase = Kind("noSuchDatabase")
        /// A server that can't be reached, or is too busy. A write that throws this wasn't made, and
        /// won't be: it never left, or the server has said so.
        public static let unavailable = Kind("unavailable")
        /// A connection that broke before the answer: the write may have been made, or not.
        public static let outcomeUnknown = Kind("outcomeUnknown")
    }
}

extension TreeDatabaseError: DescribedError {
    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}
