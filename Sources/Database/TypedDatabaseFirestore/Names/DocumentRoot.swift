import DatabaseTransport
import TypedDatabase

/// The root of a database's documents, from which they are named.
struct DocumentRoot: Hashable, Sendable {
    /// The name of the database, `projects/my-project/databases/(default)`.
    let database: String

    /// The name of the root, which all names of documents begin with.
    let name: String

    init(project: String, database: String) {
        self.database = "projects/\(project)/databases/\(database)"
        name = self.database + "/documents"
    }

    /// Returns the name of a document or of a collection, without any encoding; of the root for no
    /// keys.
    func name(of place: TreePlace) -> String {
        place.keys.reduce(name) { "\($0)/\($1.text)" }
    }

    /// Returns the path of a document in URLs, or of the root.
    func urlPath(of place: TreePlace) -> String {
        place.keys.reduce(name) { "\($0)/\(PercentEncoding.encoded($1.text))" }
    }

    /// Returns the place of a document; `nil` for a name of another database.
    func place(ofName text: String) -> TreePlace? {
        guard text.utf8.starts(with: (name + "/").utf8) else { return nil }
        let keys = String(decoding: text.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
        return TreePlace(slashSeparated: keys)
    }
}
