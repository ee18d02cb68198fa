import Foundation
import TypedDatabase
import TypedDatabaseFirestore
import TypedPaths

/// A process that uses a database together with other clients, for the test with Google's client.
///
/// The emulator is the one that `FIRESTORE_EMULATOR_HOST` names. All values are JSON, as of the tree.
@main
enum FirestoreClient {
    private static let layout = DocumentLayout(
        collections: ["all", "all/<id>/below"], times: ["all/<id>/at"])

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 3 else { return usage() }
        let engine = try FirestoreEngine(project: words[0], layout: layout) {
            .accessToken("owner")
        }
        let database = TreeDatabase(engine)
        let path: Path<TreeValue> = self.path(words[2])
        let count: Path<Int> = self.path(words[2])
        switch (words[1], words.count) {
        case ("get", 3):
            say(try json(try await database.value(at: path)))
        case ("set", 4):
            try await database.set(value(words[3]), at: path)
        case ("remove", 3):
            try await database.remove(at: path)
        case ("count", 4):
            for _ in 0..<(Int(words[3]) ?? 0) {
                try await database.transaction(at: count) { (n: inout Int?) in n = (n ?? 0) + 1 }
            }
        case ("increment", 4):
            for _ in 0..<(Int(words[3]) ?? 0) {
                try await database.write { batch in batch.increment(count, by: 1) }
            }
        case ("watch", 3):
            for try await value in database.snapshots(at: path) {
                say(try json(value))
            }
        default: usage()
        }
    }

    /// Returns the path of keys that are separated by slashes.
    private static func path<Value>(_ keys: String) -> Path<Value> {
        let keys = keys.split(separator: "/").map(String.init)
        let first: Path<Value> = Path.append(Path(), keys.first ?? "")
        return keys.dropFirst().reduce(first) { Path.append($0, $1) }
    }

    private static func value(_ json: String) throws -> TreeValue {
        try JSONDecoder().decode(TreeValue.self, from: Data(json.utf8))
    }

    private static func json(_ value: TreeValue?) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static func usage() {
        say(
            """
            usage: <project> get <place> | set <place> <json> | remove <place> | count <place> <n>
                | increment <place> <n> | watch <place>
            """)
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
