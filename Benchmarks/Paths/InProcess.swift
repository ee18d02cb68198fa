/// Whatever is passed here has to be computed: the optimiser can't see that nobody wants it.
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
    /// A function that does something once for each of the ``Keys``; the cost is that of one of them.
    static func each(_ body: @escaping () -> Void) -> Trial {
        let repetitions = 50
        return Trial {
            Cost.ofRunning(repetitions * Keys.count) {
                for _ in 0..<repetitions { body() }
            }
        }
    }
}
