// System calls that Linux and Apple's systems name or declare differently.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
