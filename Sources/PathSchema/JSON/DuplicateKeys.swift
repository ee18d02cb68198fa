/// Finds keys that stand twice in one object. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
enum DuplicateKeys {
    /// Reports them, and marks them in the document.
    static func mark(in document: inout JSONDocument, reportingTo diagnostics: inout Diagnostics) {
        var claims = NameClaims()
        for object in document.nodes.indices
        where document.nodes[object].kind == .object && mayHaveDuplicates(object, document.nodes) {
            claims.beginRound()
            mark(in: object, of: &document, claims: &claims, reportingTo: &diagnostics)
        }
    }

    private static func mark(
        in object: Int, of document: inout JSONDocument, claims: inout NameClaims,
        reportingTo diagnostics: inout Diagnostics
    ) {
        var key = object + 1
        let end = object + document.nodes[object].nodeCount
        while key < end {
            let name = document.nodes[key].name
            if name != .none, let first = claims.claim(name, for: key) {
                document.nodes[key].isDuplicate = true
                diagnostics.error(
                    "the key \(Visible.quoted(document.text(of: key))) is in this object already",
                    at: document.range(of: key), and: "it is first here",
                    at: document.range(of: first))
            }
            key += 1 + document.nodes[key + 1].nodeCount
        }
    }

    /// Whether two of an object's keys have numbers with the same last six bits, as only the same keys
    /// or some of many keys do. Most objects are small, and done with then.
    private static func mayHaveDuplicates(_ object: Int, _ nodes: [JSONDocument.Node]) -> Bool {
        var seen: UInt64 = 0
        var key = object + 1
        let end = object + nodes[object].nodeCount
        while key < end {
            let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: nodes[key].name.position & 63)
            if seen & bit != 0 { return true }
            seen |= bit
            key += 1 + nodes[key + 1].nodeCount
        }
        return false
    }
}
