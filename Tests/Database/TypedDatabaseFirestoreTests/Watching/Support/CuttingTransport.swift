import DatabaseTransport
import TypedDatabase

@testable import TypedDatabaseFirestore

/// A transport that records the answers of back channels, and whose connection may break once.
final class CuttingTransport: HTTPTransport {
    private let base = SystemTransport.make()
    private let faults = Locked(FakeFaults())
    private let recorded = Locked<[UInt8]>([])

    /// - Parameter count: the number of bytes after which a connection breaks: those of answers, and
    ///   of their heads as one byte each; `nil` if none breaks.
    init(after count: Int? = nil) {
        faults.withLock { $0.bytesUntilCut = count }
    }

    /// Whether a connection has been broken.
    var hasCut: Bool { faults.withLock { $0.bytesUntilCut == nil } }

    /// The answers of back channels so far.
    var listened: [UInt8] { recorded.withLock { $0 } }

    func start(_ request: HTTPRequest) -> HTTPExchange {
        let inner = base.start(request)
        let outer = HTTPExchange { outer, control in
            if case .resume = control { return }
            inner.cancel()
            outer.finish(.broken)
        }
        Task {
            do {
                try await pass(inner, to: outer, isListening: request.url.contains("xmlhttp"))
            } catch {
                outer.finish(error as? HTTPFailure ?? .broken)
            }
            inner.cancel()
        }
        return outer
    }

    private func pass(
        _ inner: HTTPExchange, to outer: HTTPExchange, isListening: Bool
    ) async throws {
        let head = try await inner.head()
        guard faults.withLock({ $0.begin(outer, head) }) else { return }
        while let bytes = try await inner.nextBytes() {
            if isListening { recorded.withLock { $0 += bytes } }
            guard faults.withLock({ $0.write(bytes, to: outer) }) else { return }
        }
        outer.finish()
    }
}
