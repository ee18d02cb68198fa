/// A consumer of values that the optimiser can't see through, so that they have to be computed.
enum Sink {
    @inline(never)
    @_optimize(none)
    static func take(_ text: String) {}

    @inline(never)
    @_optimize(none)
    static func take(_ number: Int) {}

    @inline(never)
    @_optimize(none)
    static func take(_ bool: Bool) {}
}

extension Trial {
    /// Returns a trial of a function that handles each of the ``Keys``; the cost is that of one
    /// key.
    static func each(_ body: @escaping () -> Void) -> Trial {
        let repetitions = 50
        return Trial {
            Cost.ofRunning(repetitions * Keys.count) {
                for _ in 0..<repetitions { body() }
            }
        }
    }
}
