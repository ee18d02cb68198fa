/// A text many times over, which is shown as that, and not spelled out.
package struct Repeated: Sendable, CustomStringConvertible {
    private let beginning: String
    private let unit: String
    private let count: Int

    package init(_ unit: String, count: Int = 100_000, after beginning: String = "") {
        self.beginning = beginning
        self.unit = unit
        self.count = count
    }

    package var text: String { beginning + String(repeating: unit, count: count) }

    package var description: String { "\(beginning)\(unit)… \(count) times" }
}
