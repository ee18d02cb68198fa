/// Finds keys that stand twice in one object. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
enum DuplicateKeys {
    /// Reports them, and marks them in the document.
    static func mark(in document: inout JSONDocument, reportingTo diagnostics: inout Diagnostics) {
        var claims = NameClaims()
        for object in document.nodes.indices where document.nodes[object].kind == .object {
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
}
