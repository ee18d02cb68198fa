import Foundation
import TypedDatabase

/// Synchronous waits for asynchronous work, on the server's own threads, never in the cooperative
/// pool.
enum Blocking {
    struct TimedOut: Error {}

    static func wait<R: Sendable>(
        atMost seconds: Double? = nil, for work: @escaping @Sendable () async throws -> R
    ) throws -> R {
        let result = Locked<Result<R, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let task = Task {
            let outcome: Result<R, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
            done.signal()
        }
        if let seconds {
            if done.wait(timeout: .now() + seconds) == .timedOut { task.cancel() }
        } else {
            done.wait()
        }
        guard let outcome = result.withLock({ $0 }) else { throw TimedOut() }
        return try outcome.get()
    }
}
