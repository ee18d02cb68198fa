import Foundation
import TypedDatabase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A listening socket for connections from this machine, at 127.0.0.1 only.
final class Listener: Sendable {
    /// The requested port, or the one that the system has chosen.
    let port: Int

    private let descriptor: Int32
    private let wakeup: Wakeup
    private let isStopped = Locked(false)
    private let accepting = DispatchGroup()

    /// - Parameter port: the port to listen on; 0 for any free one.
    init(port: Int) throws(SocketError) {
        wakeup = try Wakeup()
        guard let port = UInt16(exactly: port) else {
            throw SocketError("\(port) is no port; one is between 0 and 65535")
        }
        descriptor = SystemCalls.makeSocket()
        guard descriptor >= 0 else { throw .current("make a socket") }
        SystemCalls.prepare(descriptor)
        SystemCalls.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
        do {
            self.port = try Self.attach(descriptor, to: port)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func attach(_ descriptor: Int32, to port: UInt16) throws(SocketError) -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withAddress(of: &address) { pointer, length in
            bind(descriptor, pointer, length.pointee) == 0
        }
        guard isBound, listen(descriptor, 1024) == 0 else {
            throw .current("listen at 127.0.0.1:\(port)")
        }
        _ = withAddress(of: &address) { getsockname(descriptor, $0, $1) }
        // Accepting must not block if the client has left between `poll` and `accept`.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func withAddress<R>(
        of address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> R
    ) -> R {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// Starts a thread that accepts clients until the listener is stopped. To be called once.
    func start(_ serve: @escaping @Sendable (_ client: Int32) -> Void) {
        accepting.enter()
        Thread.detachNewThread { [self] in
            while let client = nextClient() { serve(client) }
            close(descriptor)
            accepting.leave()
        }
    }

    /// Waits for a client. Returns `nil` once the listener is stopped.
    private func nextClient() -> Int32? {
        while true {
            let ready = SystemCalls.waitToRead([descriptor, wakeup.descriptor], seconds: 3600)
            if isStopped.withLock({ $0 }) { return nil }
            guard ready.contains(descriptor) else { continue }
            let client = accept(descriptor, nil, nil)
            if client >= 0 {
                // On some systems, the client inherits the listener's mode.
                _ = fcntl(client, F_SETFL, 0)
                return client
            }
            if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        }
    }

    /// Stops accepting clients. Returns when the port is free again.
    func stop() {
        isStopped.withLock { $0 = true }
        wakeup.wake()
        accepting.wait()
    }
}
