import Foundation

/// Runs what waits, or takes long, on a thread of its own: the threads of tasks are few, and all tests
/// have the same ones.
package func onThread<Success: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Success
) async throws(Failure) -> Success {
    let result = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
