import TypedDatabase

/// A watch that asks for permission before its first update.
final class RulesWatch: TreeWatch {
    private let base: any TreeWatch
    private let check: @Sendable () async throws -> Void
    private let isChecked = Locked(false)

    init(_ base: any TreeWatch, check: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.check = check
    }

    func next() async throws -> [TreeUpdate] {
        if !isChecked.withLock({ $0 }) {
            try await check()
            isChecked.withLock { $0 = true }
        }
        return try await base.next()
    }

    func cancel() { base.cancel() }
}
