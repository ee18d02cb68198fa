import Dispatch
import TypedDatabase

extension Trial {
    /// Returns a trial of an asynchronous function, repeated; the cost is that of one repetition.
    ///
    /// All repetitions are in one task, so that the thread doesn't change in between.
    static func awaiting(
        _ repetitions: Int, prepare: @escaping () throws -> Void = {},
        _ body: @escaping @Sendable (_ repetition: Int) async throws -> Void
    ) -> Trial {
        Trial(prepare: prepare) {
            var outcome: Result<Void, any Error> = .success(())
            let cost = Cost.ofRunning(repetitions) {
                outcome = waitFor {
                    for repetition in 0..<repetitions { try await body(repetition) }
                }
            }
            try outcome.get()
            return cost
        }
    }
}

/// Runs a task and blocks until its end. Not to be called by a task.
func waitFor<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) -> Result<Value, any Error> {
    let (isDone, outcome) = (DispatchSemaphore(value: 0), TaskOutcome<Value>())
    Task.detached {
        do {
            outcome.result = .success(try await body())
        } catch {
            outcome.result = .failure(error)
        }
        isDone.signal()
    }
    isDone.wait()
    return outcome.result
}

// The task writes the result before it signals, and it is read after that.
private final class TaskOutcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error> = .failure(CancellationError())
}
