import Foundation
import TypedDatabase
import TypedPaths

/// A conversation: each line of the input becomes a message, and all messages are shown, until the
/// input ends.
struct Chat {
    let messages: Path<Message>.KeyedCollection<MessageID>
    let database: TreeDatabase
    let outbox: Outbox?

    func run() async throws {
        let (events, newEvent) = AsyncStream<Event>.makeStream()
        try await withThrowingTaskGroup { group in
            group.addTask {
                for try await newest in database.children(of: messages).last(50).snapshots() {
                    newEvent.yield(.messages(try newest.decoded()))
                }
                return false
            }
            group.addTask {
                guard let outbox else { return false }
                for await _ in outbox.engine.pendingWrites { newEvent.yield(.outbox) }
                return false
            }
            group.addTask {
                try await show(events)
                return false
            }
            group.addTask {
                await showConnection()
                return false
            }
            group.addTask {
                for await text in Input.lines where !text.isEmpty {
                    try await database.add(Message(author: NSUserName(), text: text), to: messages)
                }
                return true
            }
            while let isEnd = try await group.next(), !isEnd {}
            group.cancelAll()
        }
        try await outbox?.close()
    }

    /// A reason to look at the messages again.
    private enum Event {
        /// The newest messages, pending ones among them.
        case messages([Message])
        /// A change of the outbox.
        case outbox
    }

    private func show(_ events: AsyncStream<Event>) async throws {
        var newest: [Message] = []
        var transcript = Transcript()
        for await event in events {
            if case .messages(let messages) = event { newest = messages }
            let (pending, refused) = try await outbox?.contents() ?? ([], [])
            transcript.update(newest, pending: pending, refused: refused).forEach(ChatExample.show)
            try await outbox?.acknowledge(refused)
        }
    }

    private func showConnection() async {
        var isOffline = false
        for await state in database.connection where isOffline != (state.reason != nil) {
            isOffline.toggle()
            ChatExample.show(state.reason.map { "(offline: \($0.message))" } ?? "(online)")
        }
    }
}
