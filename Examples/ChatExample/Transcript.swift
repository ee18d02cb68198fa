/// The lines that a chat has shown. A message of this device may have several, one for each status.
struct Transcript {
    private var statuses: [MessageID: Status] = [:]

    /// The progress of a message, which only ever advances.
    private enum Status: Int {
        case pending, sent, refused
    }

    /// Returns the lines to show next.
    ///
    /// - Parameters:
    ///   - newest: the newest messages, pending and refused ones perhaps among them.
    ///   - pending: the messages that aren't sent, as of the same time or later.
    ///   - refused: the messages that the server has refused, as of a time later still.
    mutating func update(
        _ newest: [Message], pending: [Message] = [], refused: [RefusedMessage] = []
    ) -> [String] {
        let unsent = Set(pending.map(\.id) + refused.map(\.message.id))
        var lines: [String] = []
        for message in newest where !unsent.contains(message.id) && advance(message, to: .sent) {
            lines.append("\(message)")
        }
        for message in pending where advance(message, to: .pending) {
            lines.append("\(message) (pending)")
        }
        for refusal in refused where advance(refusal.message, to: .refused) {
            lines.append("\(refusal)")
        }
        return lines
    }

    private mutating func advance(_ message: Message, to status: Status) -> Bool {
        if let current = statuses[message.id], current.rawValue >= status.rawValue { return false }
        statuses[message.id] = status
        return true
    }
}
