import TypedPaths

/// Consecutive children of a query, and the cursor of the next page.
///
/// ```swift
/// let page = try await database.children(of: room.messages).reversed().page(of: 50)
/// for message in page.children { … }
/// if !page.isLast { … }
/// ```
public struct Page<Key: PathKey, Value> {
    /// The children, in the order of the query.
    public let children: Children<Key, Value>

    /// Whether no children came after the page when it was read.
    public let isLast: Bool

    /// The page's end. After the last page, it is where later children begin. `nil` if the page is
    /// empty and was read without a cursor.
    public let cursor: PageCursor?
}

extension Page: Sendable where Key: Sendable, Value: Sendable {}

extension TreeQuery where Order: UnlimitedOrder {
    /// Reads the children in pages, one after the other.
    ///
    /// ```swift
    /// for try await page in database.children(of: room.messages).reversed().pages(of: 50) { … }
    /// ```
    ///
    /// The next page is read when it is asked for. Children that stay in the collection and keep
    /// their position are neither repeated nor skipped when others are added or removed meanwhile.
    /// No page is empty; a query without children has no pages.
    ///
    /// - Parameters:
    ///   - size: the number of children in each page but the last.
    ///   - cursor: the end of an earlier page; `nil` to begin at the start.
    public func pages(of size: Int, after cursor: PageCursor? = nil) -> TreePages<Key, Value> {
        TreePages(PageRequest(request, size: size, cursor: cursor))
    }

    /// Reads one page.
    ///
    /// ```swift
    /// let page = try await query.page(of: 50, after: cursor)
    /// ```
    ///
    /// The time doesn't depend on the page's position in the collection, in an order by key, in
    /// every engine. Throws `TreeDatabaseError.Kind.invalidQuery` for a cursor of another query.
    ///
    /// - Parameters:
    ///   - size: the number of children in the page, unless it is the last.
    ///   - cursor: the previous page's cursor; `nil` for the first page.
    public nonisolated(nonsending) func page(
        of size: Int, after cursor: PageCursor? = nil
    ) async throws -> Page<Key, Value> {
        try await PageRequest(request, size: size, cursor: cursor).page()
    }
}

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

// MARK: - Cursors

/// The end of a page, where the next one begins.
///
/// ```swift
/// let page = try await query.page(of: 50)
/// let text = try JSONEncoder().encode(page.cursor)         // to a client, and back later
/// let next = try await query.page(of: 50, after: page.cursor)
/// ```
///
/// A cursor is a position in the order of its query, not a count: it stays valid when children come
/// and go, even when its own child is removed. It may come from an untrusted client: a query with
/// another order, or with bounds that exclude it, refuses it.
public struct PageCursor: Hashable, Sendable, Codable {
    /// The query's order, as Firebase writes it.
    private let order: String
    private let key: String
    private let value: TreeValue?

    init(_ position: ChildPosition, in order: TreeSelection.Order) {
        self.order = order.name
        key = position.key.text
        // The order ignores the contents of a value with children.
        if case .children? = position.value {
            value = ["children": true]
        } else {
            value = position.value
        }
    }

    /// Returns the position, unless the cursor is of another order.
    func position(in order: TreeSelection.Order) -> ChildPosition? {
        guard self.order == order.name, order != .key || value == nil else { return nil }
        return ChildPosition(value: value, key: TreeKey(key))
    }
}

extension TreeSelection.Order {
    fileprivate var name: String {
        switch self {
        case .key: "$key"
        case .value: "$value"
        case .child(let place): place.description
        }
    }

    /// Returns the bound at a position.
    func bound(at position: ChildPosition) -> TreeSelection.Bound {
        TreeSelection.Bound(
            self == .key ? .key(position.key) : .value(position.value, position.key),
            isInclusive: true)
    }
}

// MARK: - Requests

/// The request for one page, and the page that its answer makes.
struct PageRequest: Sendable {
    private let request: ChildrenRequest
    private let size: Int
    var cursor: PageCursor?

    init(_ request: ChildrenRequest, size: Int, cursor: PageCursor?) {
        self.request = request
        self.size = size
        self.cursor = cursor
    }

    nonisolated(nonsending) func page<Key, Value>() async throws -> Page<Key, Value> {
        let selection = try selection()
        let value = try await request.database.engine.read(request.place, selection).value
        return page(of: value)
    }

    /// Returns the selection of the children from the cursor's on, and of one more than the page
    /// has.
    ///
    /// The bound includes the cursor's own child, since Firebase's REST interface documents no
    /// exclusive bounds.
    func selection() throws -> TreeSelection {
        var selection = try request.checkedSelection()
        guard size > 0 else { throw request.invalid("a page has at least 1 child, not \(size)") }
        var count = min(size, Int(Int32.max) - 2) + 1
        if let cursor {
            guard let position = cursor.position(in: selection.order), selection.contains(position)
            else { throw request.invalid("the cursor isn't one of this query") }
            try TreeLimits.check(position.key, in: request.place)
            try TreeLimits.check(position.value, at: request.place)
            let bound = selection.order.bound(at: position)
            if request.isReversed { selection.upper = bound } else { selection.lower = bound }
            count += 1
        }
        selection.limit = request.isReversed ? .last(count) : .first(count)
        return selection
    }

    /// - Parameter value: the value read with ``selection()``.
    func page<Key, Value>(of value: TreeValue?) -> Page<Key, Value> {
        let order = request.selection.order
        let start = cursor?.position(in: order)
        let children = request.positioned(value).filter { $0.position != start }
        let page = request.isReversed ? children.suffix(size) : children.prefix(size)
        let end = request.isReversed ? page.first : page.last
        return Page(
            children: request.children(page),
            isLast: children.count <= size,
            cursor: end.map { PageCursor($0.position, in: order) } ?? cursor)
    }
}
