/// A change of one place, for an engine to make.
public struct TreeEdit: Hashable, Sendable {
    /// The place to change.
    public var place: TreePlace
    /// The kind of change.
    public var operation: Operation

    /// Makes an edit of a place.
    public init(_ place: TreePlace, _ operation: Operation) {
        self.place = place
        self.operation = operation
    }

    /// A kind of change.
    public enum Operation: Hashable, Sendable {
        /// Replaces the place's value. A value that stores nothing removes it.
        case set(PendingValue)

        /// Adds to the number at the place; to 0 if the place is empty.
        ///
        /// Two integers make an integer, or a double if that overflows. A sum that isn't finite
        /// becomes the greatest or the least finite number.
        case increment(TreeValue)
    }
}

/// A value to be written, parts of which only the engine knows.
public struct PendingValue: Hashable, Sendable {
    /// The known part of the value; `nil` if that is nothing.
    public var value: TreeValue?

    /// The places where the engine puts its own time when it writes: whole milliseconds since 1970,
    /// in UTC. They are relative to the value; none is inside another, or has a value.
    public var serverTimes: [TreePlace]

    /// Makes a value with places for the engine's time.
    public init(_ value: TreeValue?, serverTimes: [TreePlace] = []) {
        self.value = value
        self.serverTimes = serverTimes
    }

    /// Returns the value with the engine's time filled in.
    ///
    /// - Parameter time: the engine's time, in milliseconds since 1970.
    public func resolved(at time: Int64) -> TreeValue? {
        serverTimes.reduce(into: value) { $0[$1] = .integer(time) }
    }
}

extension TreeEdit {
    /// Returns the value of the edit's place after the edit.
    ///
    /// - Parameters:
    ///   - time: the engine's time, in milliseconds since 1970.
    ///   - current: the value at the place before the edit.
    public func resolved(at time: Int64, from current: TreeValue?) -> TreeValue? {
        switch operation {
        case .set(let value): value.resolved(at: time)
        case .increment(let delta): TreeValue.sum(current, delta)
        }
    }
}

extension TreeValue {
    /// Returns the sum of two numbers; other values count as 0.
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
