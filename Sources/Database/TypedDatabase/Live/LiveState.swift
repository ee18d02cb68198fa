import Observation

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
