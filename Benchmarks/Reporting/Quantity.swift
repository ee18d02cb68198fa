import Foundation

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
