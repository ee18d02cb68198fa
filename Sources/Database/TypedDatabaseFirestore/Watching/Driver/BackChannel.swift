import DatabaseTransport
import TypedDatabase

/// The reader of a session's arrays.
struct BackChannel {
    private let session: SessionRun
    private let hub: WatchHub
    private let client: ListenClient

    init(_ session: SessionRun) {
        self.session = session
        hub = session.hub
        client = session.client
    }

    /// Reads arrays until the session ends. Returns the reason.
    func run() async -> StreamState.End {
        while let (request, state) = hub.nextListen(session.number) {
            let end = await listen(client.address.listen(request, of: state), state.keepAlive)
            switch hub.stoppedListening(end, session.number) {
            case .proceed: break
            case .wait(let count): await session.wait(afterFailures: count)
            case .end(let end): return end
            }
        }
        return .lost
    }

    /// Makes one request, and reads its answer to the end.
    private func listen(
        _ parts: WebChannelAddress.Parts, _ keepAlive: Duration
    ) async -> WebChannelBack.End {
        let watchdog = watchdog(keepAlive)
        defer { watchdog.stop() }
        var request = client.request(parts)
        request.timeouts.idle = nil
        let exchange = client.transport.start(request)
        defer { exchange.cancel() }
        watchdog.watch(exchange)
        hub.listens(exchange, session.number)
        do {
            return try await read(exchange, watchdog)
        } catch let failure as HTTPFailure where failure.reason == .timedOut {
            return .silent
        } catch let failure as HTTPFailure {
            session.lost(failure)
            return .failed
        } catch WebChannelChunks.Failure.tooLong {
            let message =
                "the server's message has more than \(client.maximumChunkCount) characters"
            return .over(.refused(TreeDatabaseError(.tooLarge, message)))
        } catch {
            session.lost(error)
            return .over(.lost)
        }
    }

    private func read(
        _ exchange: HTTPExchange, _ watchdog: Watchdog
    ) async throws -> WebChannelBack.End {
        let head = try await head(of: exchange)
        guard head.status == 200 else { return SessionRun.end(head).map { .over($0) } ?? .failed }
        watchdog.reset()
        hub.hears(session.number)
        var chunks = WebChannelChunks(maximumCount: client.maximumChunkCount)
        while let bytes = try await exchange.nextBytes() {
            watchdog.reset()
            for chunk in try chunks.read(bytes) {
                let arrays = try WebChannelArray.arrays(of: chunk)
                client.connection.set(.connected)
                if let end = hub.receive(arrays, session.number) { return .over(end) }
            }
        }
        return .ended
    }

    private func head(of exchange: HTTPExchange) async throws -> HTTPHead {
        do {
            return try await exchange.head()
        } catch let failure as HTTPFailure where failure.reason == .timedOut {
            // Silence before the head is that of the network.
            session.lost(failure)
            throw failure
        }
    }

    /// Returns a watchdog that ends an exchange after one and a half intervals without a byte, or
    /// up to as much again.
    private func watchdog(_ keepAlive: Duration) -> Watchdog {
        var settings = client.settings
        settings.silence = keepAlive * 3 / 4
        return Watchdog(settings)
    }
}
