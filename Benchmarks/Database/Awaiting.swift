import Dispatch
import TypedDatabase

extension Trial {
    /// An asynchronous function that does something so many times; the cost is that of one of them.
    ///
    /// The repetitions are in one task, so that no thread is changed in between.
    static func awaiting(
        _ repetitions: Int, _ body: @escaping @Sendable (_ repetition: Int) async throws -> Void
    ) -> Trial {
        Trial {
            Cost.ofRunning(repetitions) {
                let isDone = DispatchSemaphore(value: 0)
                Task {
                    for repetition in 0..<repetitions { try await body(repetition) }
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }
}
