import Foundation

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
