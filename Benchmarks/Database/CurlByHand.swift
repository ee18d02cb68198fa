#if os(Linux)
    import CCurl
    import Foundation

    /// A hand-written client that reads a body with libcurl in a task: a thread, a queue, a handle.
    // The thread alone touches the handle and the body; the queue is touched with the lock held.
    final class CurlByHand: @unchecked Sendable {
        private let lock = NSCondition()
        private var queue: [(url: String, continuation: CheckedContinuation<[UInt8], Never>)] = []
        private var body: [UInt8] = []

        init() {
            Thread { self.run() }.start()
        }

        func body(of url: String) async -> [UInt8] {
            await withCheckedContinuation { continuation in
                lock.withLock { queue.append((url, continuation)) }
                lock.signal()
            }
        }

        private func next() -> (url: String, continuation: CheckedContinuation<[UInt8], Never>) {
            lock.withLock {
                while queue.isEmpty { lock.wait() }
                return queue.removeFirst()
            }
        }

        private func run() {
            guard ccurl_start() > 0, let easy = ccurl_easy_create(),
                let multi = ccurl_multi_create()
            else { return }
            let headers = ccurl_list_append(nil, "X-Firebase-ETag: true")
            ccurl_easy_set_pointer(easy, CCurlOptionHeaderList, UnsafeMutableRawPointer(headers))
            ccurl_easy_set_pointer(
                easy, CCurlOptionWriteContext, Unmanaged.passUnretained(self).toOpaque())
            ccurl_easy_set_callback(easy, CCurlOptionWriteCallback) { bytes, size, count, context in
                guard let context else { return 0 }
                Unmanaged<CurlByHand>.fromOpaque(context).takeUnretainedValue().body
                    .append(
                        contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
                return size * count
            }
            while true {
                let (url, continuation) = next()
                body = []
                ccurl_easy_set_string(easy, CCurlOptionURL, url)
                ccurl_multi_add(multi, easy)
                var result: Int32 = 0
                ccurl_multi_perform(multi)
                while ccurl_multi_next_done(multi, &result) == nil {
                    ccurl_multi_wait(multi, 1000)
                    ccurl_multi_perform(multi)
                }
                ccurl_multi_remove(multi, easy)
                continuation.resume(returning: body)
            }
        }
    }
#endif
