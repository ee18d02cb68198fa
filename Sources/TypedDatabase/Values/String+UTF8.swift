import Foundation

extension String {
    /// The text of these bytes; `nil` if they aren't UTF-8.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Bytes that aren't UTF-8 have been repaired, so that the text differs from them.
        let isSame = withUTF8 { text in
            guard text.count == bytes.count else { return false }
            guard let a = text.baseAddress, let b = bytes.baseAddress else { return true }
            return memcmp(a, b, text.count) == 0
        }
        if !isSame { return nil }
    }
}
