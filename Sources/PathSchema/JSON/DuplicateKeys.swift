/// Finds keys that stand twice in one object. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
enum DuplicateKeys {
    static func report(in document: JSONDocument, to diagnostics: inout Diagnostics) {
        for object in document.nodes.indices where document.nodes[object].kind == .object {
            let keys = Array(document.keys(of: object))
            for (key, first) in duplicates(among: keys, of: document) {
                diagnostics.error(
                    "the key \(Visible.quoted(document.text(of: key))) stands twice in this object",
                    at: document.range(of: key),
                    and: "it is first given here", at: document.range(of: first))
            }
        }
    }

    /// Each key that an earlier one equals, and that one.
    private static func duplicates(
        among keys: [Int], of document: JSONDocument
    ) -> [(key: Int, first: Int)] {
        var duplicates: [(key: Int, first: Int)] = []
        if keys.count <= 8 {
            for (position, key) in keys.enumerated() {
                let text = document.utf8(of: key)
                if let first = keys[..<position].first(where: { document.utf8(of: $0) == text }) {
                    duplicates.append((key, first))
                }
            }
        } else {
            var firsts: [ArraySlice<UInt8>: Int] = [:]
            firsts.reserveCapacity(keys.count)
            for key in keys {
                if let first = firsts.updateValue(key, forKey: document.utf8(of: key)) {
                    duplicates.append((key, first))
                }
            }
        }
        return duplicates
    }
}
