import TypedDatabase

/// A client's stream.
final class Subscription: Sendable {
    let place: TreePlace
    let selection: TreeSelection
    let identity: Identity
    let queue: EventQueue

    init(
        _ place: TreePlace, _ selection: TreeSelection, as identity: Identity, queue: EventQueue
    ) {
        self.place = place
        self.selection = selection
        self.identity = identity
        self.queue = queue
    }

    /// Sends a last event.
    func end(with event: StreamEvent) {
        queue.add(event.bytes)
        queue.finish()
    }
}
