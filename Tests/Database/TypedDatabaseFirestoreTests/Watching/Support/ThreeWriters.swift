import TypedDatabase

/// The documents of three writers, each of which writes the same number to all of its own.
enum ThreeWriters {
    static func keys(of writer: Int) -> [TreeKey] {
        (0..<4).map { "w\(writer)-\($0)" }
    }

    /// The keys of all writers' documents in one collection.
    static let keys = (0..<3).flatMap { keys(of: $0) }

    /// The places of a writer's documents in two collections.
    static func documents(of writer: Int) -> [TreePlace] {
        (["users", "rooms"] as [TreeKey]).flatMap { collection in
            keys(of: writer).map { [collection, $0] }
        }
    }

    /// Returns the number in each document of a collection.
    static func numbers(_ collection: TreeValue) -> [String: String] {
        let numbers = collection.children.map { key, value in
            (key.text, TreeValue?(value)[["n"]].map { "\($0)" } ?? "-")
        }
        return Dictionary(numbers) { $1 }
    }
}
