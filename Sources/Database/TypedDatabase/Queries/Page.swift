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
