#if os(Linux)
    import Glibc

    /// A connection that sends requests as bytes: the minimum work of a client.
    final class SocketByHand: Sendable {
        private let descriptor: Int32

        struct NoConnection: Error {}

        init(port: Int) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafeBytes(of: &address) { bytes in
                connect(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(bytes.count))
            }
            guard result == 0 else { throw NoConnection() }
        }

        deinit {
            close(descriptor)
        }

        /// Returns the body of the answer to a GET, which must have a `Content-Length`.
        func response(to path: String) -> [UInt8] {
            let request = Array(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Firebase-ETag: true\r\n\r\n".utf8)
            send(descriptor, request, request.count, 0)
            var received: [UInt8] = []
            var length: Int?
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while length.map({ received.count < $0 }) ?? true {
                let count = recv(descriptor, &part, part.count, 0)
                guard count > 0 else { return [] }
                received += part[..<count]
                if length == nil { length = Self.length(received) }
            }
            return Array(received.drop { $0 != UInt8(ascii: "{") })
        }

        /// Returns the length of the whole answer; `nil` before its head is complete.
        private static func length(_ bytes: [UInt8]) -> Int? {
            let text = String(decoding: bytes.prefix(2000), as: UTF8.self)
            let parts = text.split(
                separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let field = parts[0].split(separator: "\r\n").first {
                $0.lowercased().hasPrefix("content-length: ")
            }
            return field.flatMap { Int($0.dropFirst(16)) }.map { parts[0].utf8.count + 4 + $0 }
        }
    }
#endif
