import Observation
import TypedPaths

/// The current value at a path, for a view that shows it.
///
/// ```swift
/// struct RoomTitle: View {
///     @State private var name: LiveValue<String>
///
///     init(_ database: TreeDatabase, _ room: Path<Chatroom>) {
///         name = LiveValue(database.snapshots(at: room.name))
///     }
///
///     var body: some View { Text(name.value ?? "…") }          // updates itself
/// }
/// ```
///
/// It subscribes when it is first read, not when it is made, and unsubscribes when it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class LiveValue<Value: Decodable>: Observable {
    private let state: LiveState<(value: Value?, isFromCache: Bool)>

    /// Makes the live value of `TreeDatabase.snapshots(at:)`.
    public init(_ snapshots: ValueSnapshots<Value>) {
        state = LiveState {
            var iterator = snapshots.makeAsyncIterator()
            return {
                guard let value = try await iterator.next(isolation: MainActor.shared) else {
                    return nil
                }
                return (value, iterator.isFromCache)
            }
        }
    }

    /// The current value; `nil` if the path is empty, or the value is loading. After a failure, the
    /// last known one.
    public var value: Value? {
        state.subscribe()
        return state.latest?.value
    }

    /// Whether the value is one that the engine has kept, since it hasn't heard of the server yet.
    public var isFromCache: Bool {
        state.subscribe()
        return state.latest?.isFromCache ?? false
    }

    /// Whether neither a value nor a failure has arrived yet.
    public var isLoading: Bool {
        state.subscribe()
        return state.isLoading
    }

    /// The reason why the value isn't known, or is outdated.
    ///
    /// A `DecodingError` is followed by the next value that can be decoded. Any other error stays
    /// until ``retry()``.
    public var failure: (any Error)? {
        state.subscribe()
        return state.failure
    }

    /// Subscribes again after a failure.
    public func retry() {
        state.retry()
    }
}

/// The current children of a query, for a view that lists them.
///
/// ```swift
/// struct Messages: View {
///     @State private var messages: LiveChildren<MessageID, Message>
///
///     init(_ database: TreeDatabase, _ room: Path<Chatroom>) {
///         messages = LiveChildren(database.children(of: room.messages).last(50))
///     }
///
///     var body: some View {
///         List(messages.children) { message in
///             if let message = try? message.value { Text(message.text) }
///         }
///     }
/// }
/// ```
///
/// It subscribes when it is first read, not when it is made, and unsubscribes when it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class LiveChildren<Key: PathKey, Value>: Observable {
    private let state: LiveState<Children<Key, Value>>

    /// Makes the children of a query, which may be limited: `database.children(of:
    /// room.messages).last(50)`.
    public init<Order>(_ query: TreeQuery<Key, Value, Order>) {
        let snapshots = query.snapshots()
        state = LiveState {
            var iterator = snapshots.makeAsyncIterator()
            return { try await iterator.next(isolation: MainActor.shared) }
        }
    }

    /// The current children; none while they are loading. After a failure, the last known ones.
    public var children: Children<Key, Value> {
        state.subscribe()
        return state.latest ?? Children()
    }

    /// Whether the children are those that the engine has kept, since it hasn't heard of the server
    /// yet.
    public var isFromCache: Bool { children.isFromCache }

    /// Whether neither children nor a failure have arrived yet.
    public var isLoading: Bool {
        state.subscribe()
        return state.isLoading
    }

    /// The reason why the children aren't known, or are outdated. It stays until ``retry()``.
    public var failure: (any Error)? {
        state.subscribe()
        return state.failure
    }

    /// Subscribes again after a failure.
    public func retry() {
        state.retry()
    }
}

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

/// The latest element of a sequence, and the task that waits for more.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
final class LiveState<Element> {
    typealias Next = @MainActor () async throws -> Element?

    private(set) var latest: Element?
    private(set) var failure: (any Error)?

    @ObservationIgnored private let begin: @MainActor () -> Next
    @ObservationIgnored private var task: Task<Void, Never>?

    /// - Parameter begin: makes a new subscription.
    init(_ begin: @escaping @MainActor () -> Next) {
        self.begin = begin
    }

    deinit {
        task?.cancel()
    }

    var isLoading: Bool { latest == nil && failure == nil }

    /// Subscribes. A no-op from the second call on.
    func subscribe() {
        guard task == nil else { return }
        // The task keeps no reference while it waits, so that the state can be released.
        task = Task { [weak self, next = begin()] in
            while !Task.isCancelled {
                do {
                    guard let element = try await next() else { return }
                    if !Task.isCancelled { self?.receive(element) }
                } catch {
                    if !Task.isCancelled { self?.failure = error }
                    // After a `DecodingError`, a decodable value may follow; all other errors are
                    // final.
                    guard error is DecodingError else { return }
                }
            }
        }
    }

    func retry() {
        guard failure != nil else { return }
        task?.cancel()
        task = nil
        failure = nil
        subscribe()
    }

    private func receive(_ element: Element) {
        latest = element
        if failure != nil { failure = nil }
    }
}
