import Foundation

extension String {
    /// Makes the text of UTF-8 bytes; `nil` if they aren't valid.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes have been repaired, so that the text's bytes differ.
        let isSame = withUTF8 { text in
            guard text.count == bytes.count else { return false }
            guard let a = text.baseAddress, let b = bytes.baseAddress else { return true }
            return memcmp(a, b, text.count) == 0
        }
        if !isSame { return nil }
    }
}
