import Foundation
import TypedDatabase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The connection to a client. One thread reads and writes; any thread may end it.
final class Socket: Sendable {
    private let descriptor: Int32
    private let isClosed = Locked(false)

    /// Takes over a connected socket.
    init(_ descriptor: Int32, sendTimeout: Double) {
        self.descriptor = descriptor
        SystemCalls.prepare(descriptor)
        SystemCalls.setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        var timeout = timeval()
        timeout.tv_sec = .init(max(1, sendTimeout))
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close()
    }

    /// Appends received bytes, and waits for at least one. Returns `false` at the end.
    func receive(into buffer: inout [UInt8], within seconds: Double) throws(SocketError) -> Bool {
        guard !SystemCalls.waitToRead([descriptor], seconds: seconds).isEmpty else {
            throw .timedOut
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .current("receive") }
            buffer.append(contentsOf: bytes[..<count])
            return count > 0
        }
    }

    func send(_ bytes: some Collection<UInt8>) throws(SocketError) {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                SystemCalls.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .current("send") }
            sent += count
        }
    }

    /// Waits until the client sends bytes or leaves, or the thread is woken. Returns whether the
    /// client is the reason.
    func wait(for wakeup: Wakeup, seconds: Double) -> Bool {
        SystemCalls.waitToRead([descriptor, wakeup.descriptor], seconds: seconds)
            .contains(descriptor)
    }

    /// Ends the connection immediately for both sides, interrupting the thread that uses it.
    func shutdown() {
        isClosed.withLock { if !$0 { SystemCalls.shutdown(descriptor, writesOnly: false) } }
    }

    /// Ends the connection so that the client receives all bytes sent, even if it is sending
    /// itself.
    func finish() {
        isClosed.withLock { if !$0 { SystemCalls.shutdown(descriptor, writesOnly: true) } }
        let deadline = Clock.now + 1
        var ignored: [UInt8] = []
        while Clock.now < deadline,
            (try? receive(into: &ignored, within: deadline - Clock.now)) == true
        {
            ignored.removeAll(keepingCapacity: true)
        }
        close()
    }

    /// Resets the connection: the client gets an error, not an end.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Waits for a time, or until the client sends bytes or leaves, or this side ends the
    /// connection.
    func wait(seconds: Double) {
        _ = SystemCalls.waitToRead([descriptor], seconds: seconds)
    }

    func close() {
        isClosed.withLock {
            if !$0 { closeDescriptor(descriptor) }
            $0 = true
        }
    }
}

private func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

// MARK: - Listening

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

// MARK: - Waiting

/// A pipe that becomes readable, to wake a thread that waits for a socket.
final class Wakeup: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32

    init() throws(SocketError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .current("make a pipe") }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }
}

// MARK: - System calls

/// System calls that Linux and Apple's systems name or declare differently.
enum SystemCalls {
    /// Returns a TCP socket over IPv4, or -1.
    static func makeSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    /// Sends bytes. If the client has left, no signal is raised, which would end the process.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            Musl.send(descriptor, bytes.baseAddress, bytes.count, MSG_NOSIGNAL)
        #endif
    }

    static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32, to value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sets the options of every socket: no signal for a broken pipe, no inheritance by other
    /// programs.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, to: 1)
        #endif
    }

    /// Ends the blocking calls of other threads on a socket.
    static func shutdown(_ descriptor: Int32, writesOnly: Bool) {
        #if canImport(Darwin)
            _ = Darwin.shutdown(descriptor, writesOnly ? SHUT_WR : SHUT_RDWR)
        #elseif canImport(Glibc)
            _ = Glibc.shutdown(descriptor, Int32(writesOnly ? SHUT_WR : SHUT_RDWR))
        #else
            _ = Musl.shutdown(descriptor, writesOnly ? SHUT_WR : SHUT_RDWR)
        #endif
    }

    /// Waits until a descriptor is readable. Returns the readable ones, or none after a timeout.
    static func waitToRead(_ descriptors: [Int32], seconds: Double) -> [Int32] {
        let deadline = Clock.now + seconds
        while true {
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let milliseconds = Int32(max(0, min(deadline - Clock.now, 1e6)) * 1000 + 0.5)
            let count = poll(&polled, nfds_t(polled.count), milliseconds)
            if count < 0 && errno == EINTR { continue }
            return polled.filter { $0.revents != 0 }.map(\.fd)
        }
    }
}

/// A monotonic clock.
enum Clock {
    /// The number of seconds since a fixed time in the past.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

// MARK: - Errors

/// The reason why a connection can't be used, or the server can't listen.
public struct SocketError: DescribedError, Hashable, Sendable {
    /// The failed attempt, and the system's message.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns the error of the latest system call.
    static func current(_ attempt: String) -> SocketError {
        SocketError("can't \(attempt): \(String(cString: strerror(errno)))")
    }

    static let timedOut = SocketError("the client took too long")
    static let ended = SocketError("the client ended the connection in the middle of a request")
}
