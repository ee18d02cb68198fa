import Foundation
import TypedDatabase

/// The tag of a value: equal values have equal tags.
enum ETag {
    /// The tag of an empty place.
    static let nothing = "null_etag"

    static func of(_ value: TreeValue?) -> String {
        guard value != nil else { return nothing }
        // FNV-1a over the value's JSON.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in ServiceJSONWriter.bytes(of: value) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return withUnsafeBytes(of: hash.bigEndian) { Data($0).base64EncodedString() }
    }
}
