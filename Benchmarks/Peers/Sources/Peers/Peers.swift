import Foundation
import TypedDatabaseSQLite

/// The command, which does the same work with this library and with GRDB, in turns.
@main
struct Peers {
    /// The number of measurements of each work.
    private let rounds: Int
    private let scale: Scale
    private let folder: URL

    /// Work is selected by a part of its name; none for all.
    private let words: [String]

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let options = arguments.filter { $0.hasPrefix("-") }
        guard options.allSatisfy(["--quick", "--cpu", "--numeric-dates"].contains) else {
            print(
                """
                usage: swift run -c release Peers [options] [<part of a work's name>… | alone]

                  --quick           small files and few rounds: a first impression
                  --cpu             processor time in place of elapsed time
                  --numeric-dates   GRDB's dates as numbers, not as its default, text
                """)
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Peers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let isQuick = options.contains("--quick")
        let peers = Peers(
            rounds: isQuick ? 3 : 15, scale: Scale(small: isQuick ? 1000 : 10_000), folder: folder,
            words: arguments.filter { !$0.hasPrefix("-") })
        try await peers.compare()
        try await peers.measureAlone()
    }

    private func isSelected(_ name: String) -> Bool {
        words.isEmpty || words.contains { name.contains($0) }
    }

    // MARK: - Against GRDB

    private func compare() async throws {
        let all = Work.all(scale).filter { isSelected($0.name) }
        guard !all.isEmpty else { return }
        let ours = try await Library(in: folder.appendingPathComponent("ours"), scale) {
            try OurPeople(at: $0, isIndexed: $1)
        }
        let grdb = try await Library(in: folder.appendingPathComponent("grdb"), scale) {
            try GRDBPeople(at: $0, isIndexed: $1)
        }
        show(["", "ours", "GRDB", "ratio", "bar"], "")
        var metCount = 0
        for work in all {
            let costs = try await work.costs(ours, grdb, scale: scale, rounds: rounds)
            let ratio = costs.map { $0.first / $0.second }.median
            let isMet = ratio <= work.bars.grdb
            metCount += isMet ? 1 : 0
            show(
                [
                    work.name, work.unit.text(costs.map(\.first).median),
                    work.unit.text(costs.map(\.second).median), String(format: "%.2f", ratio),
                    String(format: "≤ %.2f", work.bars.grdb),
                ], isMet ? "met" : "missed")
        }
        print("\(metCount) of \(all.count) bars met\n")
    }

    // MARK: - Alone

    private func measureAlone() async throws {
        let count = 100 * scale.small
        guard words.isEmpty || words.contains("alone") else { return }
        let folder = folder.appendingPathComponent("alone")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shapes = try SQLiteEngine(at: folder.appendingPathComponent("shapes.sqlite"))
        let path = folder.appendingPathComponent("many.sqlite").path
        let many = try OurPeople(at: path, isIndexed: false)
        show(["", "ours"], "")
        let insertion = try await seconds {
            for start in stride(from: 0, to: count, by: 10_000) {
                try await many.insert((start..<min(start + 10_000, count)).map { Person($0) })
            }
        }
        show(["insert \(count)", Work.Unit.seconds.text(insertion)], "")
        for work in try await Alone.all(shapes: shapes, many: many, count: count) {
            var costs: [Double] = []
            for _ in 0...rounds { costs.append(try await work.cost()) }
            show([work.name, work.unit.text(Array(costs.dropFirst()).median)], "")
        }
    }
}

/// Prints a line of a table.
private func show(_ columns: [String], _ verdict: String) {
    let line = columns.enumerated().map { index, text in
        let space = String(repeating: " ", count: max(0, (index == 0 ? 42 : 9) - text.count))
        return index == 0 ? text + space : space + text
    }
    print(line.joined(separator: " "), verdict)
    fflush(nil)
}
