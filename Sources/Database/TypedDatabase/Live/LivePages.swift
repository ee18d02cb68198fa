import Observation
import TypedPaths

/// The pages of a query that have been loaded, for a list that loads more at its end.
///
/// ```swift
/// struct History: View {
///     @State private var history: LivePages<MessageID, Message>
///
///     init(_ database: TreeDatabase, _ room: Path<Chatroom>) {
///         let newestFirst = database.children(of: room.messages).reversed()
///         history = LivePages(newestFirst, pageSize: 50)
///     }
///
///     var body: some View {
///         List {
///             ForEach(history.children) { message in … }
///             if !history.isAtEnd { ProgressView().onAppear { history.loadMore() } }
///         }
///         .refreshable { await history.reload().value }
///     }
/// }
/// ```
///
/// Pages stay as they were when they were loaded; they don't follow later changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
public final class LivePages<Key: PathKey, Value> {
    /// The state of loading, which determines the effect of ``loadMore()``.
    public enum State {
        /// There may be more pages.
        case ready

        /// A page is being loaded.
        case loading

        /// All pages are loaded.
        case end

        /// The last page couldn't be loaded, and can be retried.
        case failed(any Error)
    }

    /// The state of loading.
    public private(set) var state = State.ready

    /// The children of all pages loaded so far.
    public private(set) var children: [Child<Key, Value>] = []

    /// The keys that aren't of the key type: see ``Children/invalidKeys``.
    public private(set) var invalidKeys: [String] = []

    @ObservationIgnored private let pages: TreePages<Key, Value>
    @ObservationIgnored private var iterator: TreePages<Key, Value>.Iterator
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Makes the pages of a query. Nothing is loaded before ``loadMore()`` is called.
    public init(_ query: TreeQuery<Key, Value, some UnlimitedOrder>, pageSize: Int) {
        pages = query.pages(of: pageSize)
        iterator = pages.makeAsyncIterator()
    }

    deinit {
        task?.cancel()
    }

    /// Whether all pages are loaded.
    public var isAtEnd: Bool {
        if case .end = state { true } else { false }
    }

    /// Loads the next page, starting with the first.
    ///
    /// A no-op while a page is being loaded, and at the end. After a failure, the page is retried.
    ///
    /// - Returns: the task that loads the page.
    @discardableResult
    public func loadMore() -> Task<Void, Never> {
        switch state {
        case .loading, .end: task ?? Task {}
        case .ready, .failed: load(iterator, isFirst: false)
        }
    }

    /// Loads the first page again, and replaces all pages by it.
    ///
    /// - Returns: the task that loads the page.
    @discardableResult
    public func reload() -> Task<Void, Never> {
        load(pages.makeAsyncIterator(), isFirst: true)
    }

    private func load(
        _ pages: TreePages<Key, Value>.Iterator, isFirst: Bool
    ) -> Task<Void, Never> {
        task?.cancel()
        state = .loading
        let task = Task { [weak self] in
            var pages = pages
            do {
                let page = try await pages.next(isolation: MainActor.shared)
                if !Task.isCancelled { self?.receive(page, then: pages, isFirst: isFirst) }
            } catch {
                if !Task.isCancelled { self?.state = .failed(error) }
            }
        }
        self.task = task
        return task
    }

    private func receive(
        _ page: Page<Key, Value>?, then rest: TreePages<Key, Value>.Iterator, isFirst: Bool
    ) {
        if isFirst {
            children = []
            invalidKeys = []
        }
        children += page?.children ?? Children()
        invalidKeys += page?.children.invalidKeys ?? []
        iterator = rest
        state = page?.isLast ?? true ? .end : .ready
    }
}
