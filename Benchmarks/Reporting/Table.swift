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
