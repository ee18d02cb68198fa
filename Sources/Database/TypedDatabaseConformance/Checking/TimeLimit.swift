/// Runs an operation that an engine may never finish, and fails if it takes too long.
///
/// A task group would wait for an operation that never ends.
func withTimeLimit<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let limit = EngineConformance.timeLimit
    let (results, continuation) = AsyncThrowingStream<Result, any Error>.makeStream()
    let work = Task {
        do {
            continuation.yield(try await body())
        } catch {
            continuation.finish(throwing: error)
        }
    }
    let timer = Task {
        try await Task.sleep(for: limit)
        continuation.finish(throwing: ConformanceFailure("\(what): no answer in \(limit)"))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await result in results { return result }
    throw CancellationError()
}
