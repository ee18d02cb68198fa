import Foundation
import TypedDatabase
import TypedDatabaseFirebase
import TypedPaths

/// Requests of one kind that are under way when the program ends, and the way in which it ends.
struct ProgramEnd {
    enum Stage: String {
        case read, write, cancelledWrite, watch, manyEngines, releasedEngine, answered
    }

    enum Way: String {
        /// Returns from `main`.
        case returns

        /// Calls `exit` on the main thread.
        case exits

        /// Calls `exit` on a thread of tasks, while the main thread waits.
        case exitsElsewhere
    }

    let url: String
    let stage: Stage
    let way: Way

    /// How long the requests are under way.
    let time: Duration

    /// - Parameter words: a stage, a way, and the time in microseconds.
    init?(_ url: String, _ words: some Collection<String>) {
        let words = Array(words)
        guard words.count == 3, let stage = Stage(rawValue: words[0]),
            let way = Way(rawValue: words[1]), let time = Int(words[2])
        else { return nil }
        (self.url, self.stage, self.way, self.time) = (url, stage, way, .microseconds(time))
    }

    func run() async throws {
        // A program that hangs is ended by a signal.
        alarm(120)
        let engine = try stage == .releasedEngine ? nil : FirebaseEngine(url: url)
        try await begin(engine)
        try await Task.sleep(for: time)
        withExtendedLifetime(engine) {}
        switch way {
        case .returns: return
        case .exits: exit(0)
        case .exitsElsewhere:
            Task.detached { exit(0) }
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }

    private func begin(_ engine: FirebaseEngine?) async throws {
        switch (stage, engine) {
        case (.read, let engine?):
            Task { try await engine.read(["a"], .all) }
        case (.write, let engine?):
            Task { try await engine.write([Self.edit]) }
        case (.cancelledWrite, let engine?):
            let task = Task { try await engine.write([Self.edit]) }
            try await Task.sleep(for: time)
            task.cancel()
        case (.watch, let engine?):
            Task {
                let watch = engine.watch(["a"], .all)
                while true { _ = try await watch.next() }
            }
        case (.answered, let engine?):
            // There may never be an answer.
            let read = Task { try await engine.read(["b"], .all) }
            Task {
                try await Task.sleep(for: .milliseconds(200))
                read.cancel()
            }
            _ = await read.result
        default:
            for _ in 0..<(stage == .manyEngines ? 20 : 1) {
                let watch = try FirebaseEngine(url: url).watch(["a"], .all)
                let task = Task { try await watch.next() }
                try await Task.sleep(for: time / 20)
                watch.cancel()
                task.cancel()
            }
        }
    }

    private static let edit = TreeEdit(
        ["a"], .set(PendingValue(.string(String(repeating: "x", count: 500_000)))))
}
