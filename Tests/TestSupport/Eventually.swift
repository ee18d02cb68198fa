/// Waits for something that other tasks or threads do. Returns `false` once that has taken too long.
package func eventually(
    isolation: isolated (any Actor)? = #isolation, _ isTrue: () throws -> Bool
) async throws -> Bool {
    let deadline = ContinuousClock.now + Patience.limit
    while try !isTrue() {
        if .now > deadline { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}
