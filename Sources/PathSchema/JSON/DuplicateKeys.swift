/// Finds keys that stand twice in one object. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
struct DuplicateKeys {
    private(set) var document: JSONDocument
    private var diagnostics: Diagnostics

    /// Objects with more keys than this are searched with a table.
    private static let smallCount = 8

    /// Reports them, and marks them in the document.
    static func mark(in document: inout JSONDocument, reportingTo diagnostics: inout Diagnostics) {
        var search = DuplicateKeys(document: document, diagnostics: diagnostics)
        for object in document.nodes.indices where document.nodes[object].kind == .object {
            search.searchKeys(of: object)
        }
        document = search.document
        diagnostics = search.diagnostics
    }

    private mutating func searchKeys(of object: Int) {
        let keys = document.keys(of: object)
        var count = 0
        for _ in keys {
            count += 1
            guard count <= Self.smallCount else { return searchManyKeys(of: object) }
        }
        guard count > 1 else { return }
        for key in keys {
            let text = document.utf8(of: key)
            for earlier in keys {
                guard earlier < key else { break }
                if document.utf8(of: earlier) == text {
                    report(key, first: earlier)
                    break
                }
            }
        }
    }

    private mutating func searchManyKeys(of object: Int) {
        var firsts: [ArraySlice<UInt8>: Int] = [:]
        for key in document.keys(of: object) {
            let text = document.utf8(of: key)
            if let first = firsts[text] {
                report(key, first: first)
            } else {
                firsts[text] = key
            }
        }
    }

    private mutating func report(_ key: Int, first: Int) {
        document.nodes[key].isDuplicate = true
        diagnostics.error(
            "the key \(Visible.quoted(document.text(of: key))) is in this object already",
            at: document.range(of: key), and: "it is first here", at: document.range(of: first))
    }
}
