import TypedDatabase

@testable import TypedDatabaseFirestore

/// The documents of a fake server, and the commits that have changed them.
struct FakeDatabase {
    /// The fields of each document, possibly none.
    private(set) var documents: [TreePlace: TreeChildren] = [:]
    private var commits: [[TreePlace]] = []

    /// The number of the latest commit.
    var version: Int { commits.count }

    /// Changes documents; `nil` removes one.
    mutating func commit(_ changes: [TreePlace: TreeChildren?]) {
        for (place, fields) in changes { documents[place] = fields }
        commits.append(Array(changes.keys))
    }

    /// Returns the documents that have changed since a commit.
    func changed(since version: Int) -> Set<TreePlace> {
        Set(commits.dropFirst(version).joined())
    }
}

/// A target of a fake server.
struct FakeTarget {
    /// The place of the document or the collection.
    var place: TreePlace
    var isDocument: Bool

    /// - Parameter message: the value of `addTarget`.
    init?(_ message: TreeValue?) {
        let root = FakeWebChannel.root
        if case .string(let name)? = message[["documents", "documents", "0"]] {
            guard let place = root.place(ofName: name) else { return nil }
            (self.place, isDocument) = (place, true)
        } else if case .string(let parent)? = message[["query", "parent"]],
            case .string(let collection)? = message[
                ["query", "structuredQuery", "from", "0", "collectionId"]]
        {
            let above = root.place(ofName: parent) ?? .root
            (place, isDocument) = (above.appending(TreeKey(collection)), false)
        } else {
            return nil
        }
    }

    func contains(_ document: TreePlace) -> Bool {
        if isDocument { return document == place }
        return place.contains(document) && document.depth == place.depth + 1
    }
}
