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

    /// - Parameter begin: subscribes anew.
    init(_ begin: @escaping @MainActor () -> Next) {
        self.begin = begin
    }

    deinit {
        task?.cancel()
    }

    var isLoading: Bool { latest == nil && failure == nil }

    /// Does nothing from the second time on.
    func subscribe() {
        guard task == nil else { return }
        // The task keeps no reference while it waits, so that this can go.
        task = Task { [weak self, next = begin()] in
            while !Task.isCancelled {
                do {
                    guard let element = try await next() else { return }
                    if !Task.isCancelled { self?.receive(element) }
                } catch {
                    if !Task.isCancelled { self?.failure = error }
                    // A decodable value may follow one that isn't; every other error stays.
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
