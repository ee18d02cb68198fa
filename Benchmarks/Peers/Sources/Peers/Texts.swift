import Foundation

extension Work.Unit {
    /// Returns text such as `97.1 µs` or `14.8 MB`.
    func text(_ value: Double) -> String {
        let (scaled, units) =
            switch self {
            case .seconds: (value * 1e6, ["µs", "ms", "s"])
            case .bytes: (value / 1e3, ["KB", "MB", "GB"])
            }
        let step = scaled < 999.5 ? 0 : scaled < 999_500 ? 1 : 2
        return String(format: "%.3g ", scaled / pow(1000, Double(step))) + units[step]
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        return isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
