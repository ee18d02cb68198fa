import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

/// A process that writes to a file, for tests that end it, limit it, or run several.
///
/// It writes batch after batch, and once a write has returned, says the batch's number in a line. It ends
/// with its standard input.
@main
struct SQLiteWriter {
    let engine: SQLiteEngine

    static func main() async {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            exit(75)
        }
        let arguments = CommandLine.arguments.dropFirst()
        do {
            switch (arguments.first, Array(arguments.dropFirst())) {
            case ("forever", let words) where words.count == 1:
                try await SQLiteWriter(words[0]).write(1_000_000)
            case ("some", let words) where words.count == 3:
                try await SQLiteWriter(words[0]).add(Int64(words[1]) ?? 0, as: words[2])
            case ("stay", let words) where words.count == 3:
                let writer = try SQLiteWriter(words[0])
                try await writer.add(Int64(words[1]) ?? 0, as: words[2])
                say("done")
                try await Task.sleep(for: .seconds(1000))
                await writer.engine.close()
            case ("transact", let words) where words.count == 2:
                try await SQLiteWriter(words[0]).transact(Int(words[1]) ?? 0)
            case ("limited", let words) where words.count == 2:
                try await writeLimited(words[0], to: rlim_t(words[1]) ?? 0)
            case ("open", let words) where words.count == 1:
                giveUpPrivileges()
                _ = try SQLiteWriter(words[0])
            case ("read", let words) where words.count == 1:
                giveUpPrivileges()
                let engine = try SQLiteEngine(at: words[0], options: .readOnly)
                say(try await engine.read(.root, .all).value?.description ?? "nothing")
            case ("import", let words) where words.count == 2:
                try await measure(words) { try await $0.importJSON(from: $1) }
            case ("export", let words) where words.count == 2:
                try await measure(words) { try await $0.exportJSON(to: $1) }
            default:
                say(
                    "usage: forever <file> | some <file> <count> <name> | stay <file> <count> <name>"
                        + " | transact <file> <count>"
                        + " | limited <file> <bytes> | open <file> | read <file>"
                        + " | import <file> <json> | export <file> <json>")
                exit(64)
            }
        } catch {
            say("error: \(error)")
            exit(1)
        }
    }

    init(_ path: String) throws {
        engine = try SQLiteEngine(at: path)
    }

    static func say(_ line: String) {
        // A line that isn't written at once would be lost when the process is killed.
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

// MARK: - Batches

extension SQLiteWriter {
    /// Writes batches that follow the last one in the file, each of several places: what is in the
    /// file says whether it is there in part.
    private func write(_ count: Int64) async throws {
        let start = try await lastNumber + 1
        for number in start..<start + count {
            try await engine.write(Self.batch(number))
            Self.say("\(number)")
        }
    }

    private var lastNumber: Int64 {
        get async throws {
            guard case .integer(let number)? = try await engine.read(["last"], .all).value else {
                return 0
            }
            return number
        }
    }

    private static func batch(_ number: Int64) -> [TreeEdit] {
        let text = String(repeating: "x", count: Int(number &* 7919 % 3000))
        let entry: TreeValue = ["first": .integer(number), "text": .string(text)]
        func set(_ place: TreePlace, _ value: TreeValue) -> TreeEdit {
            TreeEdit(place, .set(PendingValue(value)))
        }
        return [
            set(["last"], .integer(number)),
            set(["entries", "\(number)"], entry),
            // Leaves of earlier batches go, so that pages of the file are used again.
            set(["ring", "\(number % 50)"], ["at \(number)": entry]),
            TreeEdit(["count"], .increment(1)),
        ]
    }

    /// Adds so many entries under a name of its own, and counts them where others count theirs.
    private func add(_ count: Int64, as name: String) async throws {
        for number in 0..<count {
            try await engine.write([
                TreeEdit(["count"], .increment(1)),
                TreeEdit([TreeKey(name), "\(number)"], .set(PendingValue(.integer(number)))),
            ])
        }
    }
}

// MARK: - Memory

extension SQLiteWriter {
    /// Does something with an engine and another file, and says how many kilobytes of memory it took at
    /// most.
    private static func measure(
        _ words: [String], _ body: @Sendable (SQLiteEngine, URL) async throws -> Void
    ) async throws {
        let engine = try SQLiteWriter(words[0]).engine
        let before = peakMemory
        try await body(engine, URL(fileURLWithPath: words[1]))
        say("\(peakMemory - before)")
    }

    /// On Linux the usage counts the memory of the process that started this one, too.
    private static var peakMemory: Int {
        #if os(Linux)
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1024
        #endif
    }
}

// MARK: - Transactions

extension SQLiteWriter {
    /// Makes so many transactions of one place, and as many over several.
    private func transact(_ count: Int) async throws {
        let database = TreeDatabase(engine)
        let (one, a, b): (Path<Int>, Path<Int>, Path<Int>) = (
            Path.append(Path(), "count"), Path.append(Path(), "a"), Path.append(Path(), "b")
        )
        for _ in 0..<count {
            try await database.transaction(at: one) { $0 = ($0 ?? 0) + 1 }
            try await database.transaction { transaction in
                let left = try await transaction.value(at: a) ?? 0
                transaction.set(left - 1, at: a)
                transaction.increment(b, by: 1)
            }
        }
    }
}

// MARK: - What a system can refuse

extension SQLiteWriter {
    /// Writes until no file may become larger, then lifts the limit and writes on.
    private static func writeLimited(_ path: String, to bytes: rlim_t) async throws {
        signal(SIGXFSZ, SIG_IGN)
        setFileLimit(bytes)
        var writer: SQLiteWriter?
        do {
            writer = try SQLiteWriter(path)
            try await writer?.write(200)
        } catch let error as TreeDatabaseError where error.kind == .diskFull {
            say("full")
        }
        setFileLimit(rlim_t.max)
        if writer == nil { writer = try SQLiteWriter(path) }
        try await writer?.write(3)
    }

    private static func setFileLimit(_ bytes: rlim_t) {
        var limit = rlimit()
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let resource = RLIMIT_FSIZE
        #endif
        getrlimit(resource, &limit)
        limit.rlim_cur = min(bytes, limit.rlim_max)
        setrlimit(resource, &limit)
    }

    /// Nothing is read-only to root, as which tests in containers run.
    private static func giveUpPrivileges() {
        guard geteuid() == 0 else { return }
        setgid(65534)
        setuid(65534)
    }
}
