/// A change of one place, as an engine is asked to make it.
public struct TreeEdit: Hashable, Sendable {
    public var place: TreePlace
    public var operation: Operation

    public init(_ place: TreePlace, _ operation: Operation) {
        self.place = place
        self.operation = operation
    }

    public enum Operation: Hashable, Sendable {
        /// Puts a value there, in place of all that was. Nothing removes.
        case set(PendingValue)

        /// Adds a number to the one that is there, and to 0 if there is none.
        ///
        /// Two integers make an integer, and a double if that overflows. A sum that is no finite
        /// number is the greatest that is, or the least.
        case increment(TreeValue)
    }
}

/// A value to be written, parts of which only the engine knows.
public struct PendingValue: Hashable, Sendable {
    public var value: TreeValue?

    /// Where in the value the engine puts its own time when it writes: whole milliseconds since 1970,
    /// in UTC. The places are relative to the value; none is inside another, nor in use.
    public var serverTimes: [TreePlace]

    public init(_ value: TreeValue?, serverTimes: [TreePlace] = []) {
        self.value = value
        self.serverTimes = serverTimes
    }

    /// The value, complete.
    ///
    /// - Parameter time: in milliseconds since 1970.
    public func resolved(at time: Int64) -> TreeValue? {
        serverTimes.reduce(into: value) { $0[$1] = .integer(time) }
    }
}

extension TreeEdit {
    /// The value at the edit's place after it.
    ///
    /// - Parameters:
    ///   - time: in milliseconds since 1970.
    ///   - current: the value at its place.
    public func resolved(at time: Int64, from current: TreeValue?) -> TreeValue? {
        switch operation {
        case .set(let value): value.resolved(at: time)
        case .increment(let delta): TreeValue.sum(current, delta)
        }
    }
}

extension TreeValue {
    /// The sum of two numbers; what isn't a number counts as 0.
    static func sum(_ a: TreeValue?, _ b: TreeValue) -> TreeValue {
        switch (a, b) {
        case (.integer(let x)?, .integer(let y)):
            let (sum, overflow) = x.addingReportingOverflow(y)
            return overflow ? .finite(Double(x) + Double(y)) : .integer(sum)
        case (.integer(let x)?, .double(let y)): return .finite(Double(x) + y)
        case (.double(let x)?, .integer(let y)): return .finite(x + Double(y))
        case (.double(let x)?, .double(let y)): return .finite(x + y)
        default: return b
        }
    }

    private static func finite(_ sum: Double) -> TreeValue {
        let greatest = Double.greatestFiniteMagnitude
        return .number(min(max(sum, -greatest), greatest))
    }
}
