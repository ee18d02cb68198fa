import Foundation
import TypedDatabase

/// The tag of a value: equal values have equal tags.
enum ETag {
    /// The tag of an empty place.
    static let nothing = "null_etag"

    static func of(_ value: TreeValue?) -> String {
        guard value != nil else { return nothing }
        let hash = FNV1a.hash(ServiceJSONWriter.bytes(of: value))
        return withUnsafeBytes(of: hash.bigEndian) { Data($0).base64EncodedString() }
    }
}
