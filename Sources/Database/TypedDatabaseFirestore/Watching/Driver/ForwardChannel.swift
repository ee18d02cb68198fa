import DatabaseTransport
import TypedDatabase

/// The sender of a session's messages.
struct ForwardChannel {
    private let session: SessionRun
    private let hub: WatchHub

    init(_ session: SessionRun) {
        self.session = session
        hub = session.hub
    }

    /// Sends messages until the session ends. Returns the reason.
    func run() async -> StreamState.End {
        while let (request, state) = try? await hub.nextForward(session.number) {
            let outcome = await send(session.client.address.forward(request, of: state))
            switch hub.forwarded(outcome, session.number) {
            case .proceed: break
            case .wait(let count): await session.wait(afterFailures: count)
            case .end(let end): return end
            }
        }
        return .lost
    }

    private func send(_ parts: WebChannelAddress.Parts) async -> WebChannelForward.Outcome {
        do {
            let response = try await session.response(to: parts)
            guard response.head.status == 200 else {
                return SessionRun.end(response.head).map { .over($0) } ?? .failed
            }
            session.client.connection.set(.connected)
            return .taken(hasBackChannel: Self.hasBackChannel(response.body))
        } catch {
            session.lost(error)
            return .failed
        }
    }

    /// Parses `[1,7,0]`: whether there is a back channel, the last array, and the number of bytes
    /// that are under way.
    private static func hasBackChannel(_ body: [UInt8]) -> Bool? {
        var chunks = WebChannelChunks(maximumCount: 1 << 16)
        guard let chunk = try? chunks.read(body).first else { return nil }
        var numbers: [Int]?
        numbers = try? JSONReader.read(chunk) { reader throws(JSONError) in try reader.integers() }
        return numbers?.first.map { $0 != 0 }
    }
}
