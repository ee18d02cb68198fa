import TypedPaths

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
