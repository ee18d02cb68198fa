import TypedPaths

/// The children of a query in pages: see ``TreeQuery/pages(of:after:)``.
public struct TreePages<Key: PathKey, Value>: AsyncSequence, Sendable {
    public typealias Element = Page<Key, Value>
    public typealias Failure = any Error

    private let first: PageRequest

    init(_ first: PageRequest) {
        self.first = first
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(next: first)
    }

    /// A position between two pages.
    public struct Iterator: AsyncIteratorProtocol {
        /// The request for the next page; `nil` after the last one.
        fileprivate var next: PageRequest?

        /// Returns the next page, with keys made in the caller's isolation; `nil` at the end.
        ///
        /// A read that throws is retried by the next call.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Page<Key, Value>? {
            guard let request = next else { return nil }
            let page: Page<Key, Value> = try await request.page()
            next = page.isLast ? nil : request
            next?.cursor = page.cursor
            return page.isLast && page.isEmpty ? nil : page
        }

        public nonisolated(nonsending) mutating func next() async throws -> Page<Key, Value>? {
            try await next(isolation: #isolation)
        }
    }
}

extension Page {
    fileprivate var isEmpty: Bool { children.isEmpty && children.invalidKeys.isEmpty }
}
