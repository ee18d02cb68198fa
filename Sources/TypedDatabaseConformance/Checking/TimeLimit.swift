/// Does something that an engine may never finish, and fails if it doesn't.
func withTimeLimit<Result: Sendable>(
    _ what: @autoclosure @escaping @Sendable () -> String,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: EngineConformance.timeLimit)
            throw ConformanceFailure("\(what()): no answer in \(EngineConformance.timeLimit)")
        }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
