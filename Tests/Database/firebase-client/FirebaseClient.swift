import Foundation
import TypedDatabase
import TypedDatabaseFirebase
import TypedPaths

/// A process that uses a database together with other clients, for the test with the official one.
@main
enum FirebaseClient {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 3 else { return usage() }
        if words[1] == "end" {
            guard let end = ProgramEnd(words[0], words.dropFirst(2)) else { return usage() }
            return try await end.run()
        }
        let database = TreeDatabase(try FirebaseEngine(url: words[0]))
        switch (words[1], words.count) {
        case ("set", 4):
            try await database.set(words[3], at: Path.append(Path(), words[2]) as Path<String>)
        case ("push", 4):
            let list: Path<String>.Collection = Path.append(Path(), words[2])
            for number in 0..<(Int(words[3]) ?? 0) {
                say("\(try await database.add("swift \(number)", to: list))")
            }
        case ("count", 4):
            let count: Path<Int> = Path.append(Path(), words[2])
            for _ in 0..<(Int(words[3]) ?? 0) {
                try await countForSure(count, in: database)
            }
        case ("watch", 3):
            let path: Path<TreeValue> = Path.append(Path(), words[2])
            for try await value in database.snapshots(at: path) {
                say(value?.description ?? "nothing")
            }
        default:
            usage()
        }
    }

    /// Adds 1 in a transaction. One that lost 25 times begins anew.
    private static func countForSure(_ count: Path<Int>, in database: TreeDatabase) async throws {
        while true {
            do {
                try await database.transaction(at: count) { $0 = ($0 ?? 0) + 1 }
                return
            } catch let error as TreeDatabaseError where error.kind == .conflict {}
        }
    }

    private static func usage() {
        say(
            """
            usage: <url> set <key> <text> | push <key> <n> | count <key> <n> | watch <key>
                | end <stage> <way> <microseconds>
            """)
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
