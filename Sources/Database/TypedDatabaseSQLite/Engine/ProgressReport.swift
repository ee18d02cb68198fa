/// A report of progress, called at most a hundred times.
final class ProgressReport {
    private let total: Int
    private let report: (@Sendable (Double) -> Void)?
    private var done = 0
    private var told = 0

    /// - Parameter total: the total amount of work; 0 if it is unknown.
    init(total: Int, _ report: (@Sendable (Double) -> Void)?) {
        self.total = total
        self.report = report
    }

    func add(_ count: Int) {
        done += count
        guard let report, total > 0 else { return }
        let percent = min(done * 100 / total, 99)
        if percent > told {
            told = percent
            report(Double(percent) / 100)
        }
    }

    func end() {
        report?(1)
    }
}
