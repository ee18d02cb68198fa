/// Finds keys that stand twice in one object. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
struct DuplicateKeys {
    private let document: JSONDocument
    /// Each key that an earlier one of its object equals, and the first such.
    private var duplicates: [(key: Int, first: Int)] = []

    /// Objects with more keys than this are searched with a table.
    private static let smallCount = 8

    /// Reports them, and marks them in the document.
    static func mark(in document: inout JSONDocument, reportingTo diagnostics: inout Diagnostics) {
        for (key, first) in find(in: document) {
            document.nodes[key].isDuplicate = true
            diagnostics.error(
                "the key \(Visible.quoted(document.text(of: key))) is in this object already",
                at: document.range(of: key), and: "it is first here", at: document.range(of: first))
        }
    }

    private static func find(in document: JSONDocument) -> [(key: Int, first: Int)] {
        var search = DuplicateKeys(document: document)
        for object in document.nodes.indices where document.nodes[object].kind == .object {
            search.searchKeys(of: object)
        }
        return search.duplicates
    }

    private init(document: JSONDocument) {
        self.document = document
    }

    private mutating func searchKeys(of object: Int) {
        var count = 0
        for key in document.keys(of: object) {
            guard count < Self.smallCount else { return searchManyKeys(of: object) }
            for earlier in document.keys(of: object) {
                guard earlier < key else { break }
                if areEqual(earlier, key) {
                    duplicates.append((key, earlier))
                    break
                }
            }
            count += 1
        }
    }

    private mutating func searchManyKeys(of object: Int) {
        while let last = duplicates.last, last.key > object { duplicates.removeLast() }
        var firsts: [ArraySlice<UInt8>: Int] = [:]
        for key in document.keys(of: object) {
            let text = document.utf8(of: key)
            if let first = firsts[text] {
                duplicates.append((key, first))
            } else {
                firsts[text] = key
            }
        }
    }

    private func areEqual(_ key: Int, _ other: Int) -> Bool {
        let (first, second) = (document.nodes[key], document.nodes[other])
        if !first.hasEscapes, !second.hasEscapes, first.bytes.count != second.bytes.count {
            return false
        }
        return document.utf8(of: key) == document.utf8(of: other)
    }
}
