/// One line of a benchmark's report.
struct Figure {
    enum Unit: String, Encodable {
        case seconds, bytes, ratio
    }

    let name: String
    let samples: Samples
    let unit: Unit
    let bar: Bar?

    init(_ name: String, _ samples: Samples, _ unit: Unit = .seconds, _ bar: Bar? = nil) {
        self.name = name
        self.samples = samples
        self.unit = unit
        self.bar = bar
    }
}

/// A requirement on a figure, in its unit.
enum Bar {
    case atMost(Double)
    case atLeast(Double)

    /// "No slower", on a machine where the same program is a tenth slower now and then.
    static let noSlower = Bar.atMost(1.1)

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        }
    }
}

extension Figure {
    /// Whether the figure meets its bar; `nil` without a bar.
    var isMet: Bool? {
        bar?.isMet(by: samples.median)
    }
}

/// The figures of one benchmark's run.
struct Outcome {
    let benchmark: Benchmark
    let figures: [Figure]

    init(_ benchmark: Benchmark, figures: [Figure]) {
        self.benchmark = benchmark
        self.figures = figures
    }
}
