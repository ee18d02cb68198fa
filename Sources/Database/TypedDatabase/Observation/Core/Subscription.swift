/// One iterator's watch, until it ends.
struct Subscription {
    private var watch: (any TreeWatch)?
    private var failure: (any Error)?

    /// Makes a watch of a request's selection. If the request is invalid, ``next()`` throws its
    /// error.
    init(_ engine: any DatabaseEngine, _ place: TreePlace, _ selection: () throws -> TreeSelection)
    {
        do {
            try TreeLimits.check(place)
            watch = engine.watch(place, try selection())
        } catch {
            failure = error
        }
    }

    /// Whether the state that the updates have led to is from a cache.
    var isFromCache: Bool { watch?.isFromCache ?? false }

    /// Waits for updates; `nil` if no more will come.
    ///
    /// An error is thrown once. Cancellation ends the updates without an error.
    nonisolated(nonsending) mutating func next() async throws -> [TreeUpdate]? {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let watch else { return nil }
        do {
            return try await watch.next()
        } catch {
            watch.cancel()
            self.watch = nil
            if error is CancellationError { return nil }
            throw error
        }
    }
}
