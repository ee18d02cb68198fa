import TypedPaths

/// Some children of a query, one after the other, and where to go on.
///
/// ```swift
/// let page = try await database.children(of: room.messages).reversed().page(of: 50)
/// for message in page.children { … }
/// if !page.isLast { … }
/// ```
public struct Page<Key: PathKey, Value> {
    public let children: Children<Key, Value>

    /// Whether there was nothing after the page when it was read.
    public let isLast: Bool

    /// Where the page ends. If it is the last, later pages begin here. `nil` if there is nothing, and was
    /// no cursor before.
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
    /// The next page is read when it is asked for. When others add or remove children meanwhile, none is
    /// repeated or left out that was there all the time and has kept its place in the order. There is at
    /// least one child in each page, or there are no pages.
    ///
    /// - Parameters:
    ///   - size: how many children a page has, unless it is the last.
    ///   - cursor: where to begin; `nil` at the start.
    public func pages(of size: Int, after cursor: PageCursor? = nil) -> TreePages<Key, Value> {
        TreePages(PageRequest(request, size: size, cursor: cursor))
    }

    /// Reads one page.
    ///
    /// ```swift
    /// let page = try await query.page(of: 50, after: cursor)
    /// ```
    ///
    /// It takes as long at the end of a collection as at its start, in an order by key in every engine.
    /// Throws `TreeDatabaseError.Kind.invalidQuery` for a cursor of another query.
    ///
    /// - Parameters:
    ///   - size: how many children it has, unless they are the last.
    ///   - cursor: that of the page before; `nil` for the first page.
    public nonisolated(nonsending) func page(
        of size: Int, after cursor: PageCursor? = nil
    ) async throws -> Page<Key, Value> {
        try await PageRequest(request, size: size, cursor: cursor).page()
    }
}
