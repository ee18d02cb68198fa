/// The parts of a schema that Firestore has as collections, documents and fields, as patterns: keys
/// and placeholders, joined by `/`.
package struct SchemaDocuments: Sendable {
    /// The collections: children of the root and of documents.
    package private(set) var collections: [String] = []
    /// The fields whose values are times, which Firestore has as timestamps.
    package private(set) var times: [String] = []
    /// The nodes whose children another node lists.
    package private(set) var recurring: [(pattern: String, other: String)] = []

    /// The children with keys of their own that aren't listed otherwise, and that the placeholder
    /// beside them would stand for.
    package var siblings: [String] {
        guard !children.isEmpty else { return [] }
        let listed = listedKeys
        return children.filter { child in
            listed.contains(child.wildcard.patternKeys)
                && !listed.contains(child.pattern.patternKeys)
        }
        .map(\.pattern)
    }

    /// The children with keys of their own beside a placeholder.
    private var children: [(pattern: String, wildcard: String)] = []

    /// The patterns that are listed already.
    private var listed: Set<Entry> = []

    private struct Entry: Hashable {
        let pattern: ExactText
        let kind: Kind
    }

    private enum Kind { case collection, time, recurring }

    mutating func addCollection(_ pattern: String) {
        if isNew(pattern, .collection) { collections.append(pattern) }
    }

    mutating func addTime(_ pattern: String) {
        if isNew(pattern, .time) { times.append(pattern) }
    }

    mutating func addRecurring(_ pattern: String, as other: String) {
        if isNew(pattern, .recurring) { recurring.append((pattern, other)) }
    }

    mutating func addChild(_ pattern: String, beside wildcard: String) {
        children.append((pattern, wildcard))
    }

    private mutating func isNew(_ pattern: String, _ kind: Kind) -> Bool {
        listed.insert(Entry(pattern: ExactText(pattern), kind: kind)).inserted
    }
}

extension SchemaDocuments {
    /// The keys of all nodes that are in a list, or above one that is.
    private var listedKeys: Set<[ExactText]> {
        var listed: Set<[ExactText]> = []
        for pattern in collections + times + recurring.map(\.pattern) {
            var keys = pattern.patternKeys
            while !keys.isEmpty, listed.insert(keys).inserted { keys.removeLast() }
        }
        return listed
    }
}

extension String {
    fileprivate var patternKeys: [ExactText] { pathComponents.map { ExactText($0) } }
}
