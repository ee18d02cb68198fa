import Foundation

/// The figures as text, in columns.
enum Table {
    static func text(of outcome: Outcome) -> String {
        var text = "\(outcome.benchmark.name): \(outcome.benchmark.summary)\n"
        for figure in outcome.figures {
            text += line(figure)
        }
        return text
    }

    private static func line(_ figure: Figure) -> String {
        let columns = [
            "  " + figure.name.padded(to: 44),
            Quantity.text(figure.samples.median, figure.unit).padded(to: -9),
            figure.samples.values.count == 1
                ? "  one run" : "  ± \(Quantity.text(figure.samples.spread, figure.unit))",
        ]
        guard let bar = figure.bar else { return columns.joined() + "\n" }
        let limit =
            switch bar {
            case .atMost(let limit): "≤ \(Quantity.text(limit, figure.unit))"
            case .atLeast(let limit): "≥ \(Quantity.text(limit, figure.unit))"
            }
        return columns.joined().padded(to: 69) + limit.padded(to: 10)
            + (figure.isMet == true ? "met" : "missed") + "\n"
    }

    /// Returns the number of bars that are met; empty text without any bar.
    static func verdict(on outcomes: [Outcome]) -> String {
        let verdicts = outcomes.flatMap(\.figures).compactMap(\.isMet)
        if verdicts.isEmpty { return "" }
        return "\(verdicts.filter { $0 }.count) of \(verdicts.count) bars met\n"
    }

    static func list(_ benchmarks: [Benchmark]) -> String {
        benchmarks.map { benchmark in
            benchmark.name.padded(to: 26) + benchmark.summary
                + (benchmark.isSlow ? " (slow)\n" : "\n")
        }
        .joined()
    }
}

extension String {
    /// Returns the text padded with spaces at its end, or for a negative width at its start.
    fileprivate func padded(to width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? spaces + self : self + spaces
    }
}

/// The formatting of numbers for people.
enum Quantity {
    /// Returns text such as `97.1 ns`, `14.8 MB`, `1.32 ×`.
    static func text(_ value: Double, _ unit: Figure.Unit) -> String {
        switch unit {
        case .seconds: scaled(value * 1e9, ["ns", "µs", "ms", "s"])
        case .bytes: scaled(value, ["B", "KB", "MB", "GB"])
        case .ratio: "\(digits(value)) ×"
        }
    }

    /// Returns text such as `1,000,000`.
    static func count(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digits[index])
        }
    }

    private static func scaled(_ value: Double, _ units: [String]) -> String {
        var value = value
        var units = units[...]
        while abs(value) >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        return "\(digits(value)) \(units.first ?? "")"
    }

    /// Returns three significant digits.
    private static func digits(_ value: Double) -> String {
        let decimals = abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0
        return String(format: "%.\(decimals)f", value)
    }
}

// MARK: - Progress

/// Standard error, if it is a terminal.
enum Terminal {
    private static let isWatched = isatty(2) == 1

    /// Shows the progress, until the next line is printed.
    static func show(progress: String) {
        if isWatched { write(progress) }
    }

    static func clearProgress() {
        if isWatched { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}

// MARK: - JSON

/// All figures as JSON, for programs to read.
struct Report: Encodable {
    private let machine = Machine()
    private let clock: Clock
    private let isQuick: Bool
    private let benchmarks: [Entry]

    init(_ session: Session, _ outcomes: [Outcome]) {
        clock = session.clock
        isQuick = session.isQuick
        benchmarks = outcomes.map(Entry.init)
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}

extension Report {
    private struct Machine: Encodable {
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        let processors = ProcessInfo.processInfo.processorCount
        let memory = ProcessInfo.processInfo.physicalMemory
    }

    private struct Entry: Encodable {
        let name: String
        let summary: String
        let figures: [Line]

        init(_ outcome: Outcome) {
            name = outcome.benchmark.name
            summary = outcome.benchmark.summary
            figures = outcome.figures.map(Line.init)
        }
    }

    private struct Line: Encodable {
        let name: String
        let unit: Figure.Unit
        let median: Double
        let spread: Double
        let samples: [Double]
        let atMost: Double?
        let atLeast: Double?
        let isMet: Bool?

        init(_ figure: Figure) {
            name = figure.name
            unit = figure.unit
            median = figure.samples.median
            spread = figure.samples.spread
            samples = figure.samples.values
            isMet = figure.isMet
            (atMost, atLeast) =
                switch figure.bar {
                case .atMost(let limit): (limit, nil)
                case .atLeast(let limit): (nil, limit)
                case nil: (nil, nil)
                }
        }
    }
}
