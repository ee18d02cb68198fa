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
