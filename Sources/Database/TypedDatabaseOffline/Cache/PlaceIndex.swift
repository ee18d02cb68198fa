import TypedDatabase

/// Elements by place, so that those at, above and below a place are found without the others.
struct PlaceIndex<Element: Hashable & Sendable>: Sendable {
    private var elements: Set<Element> = []
    private var children: [TreeKey: PlaceIndex] = [:]

    var isEmpty: Bool { elements.isEmpty && children.isEmpty }

    mutating func insert(_ element: Element, at place: TreePlace) {
        change(at: place.keys[...]) { $0.insert(element) }
    }

    mutating func remove(_ element: Element, at place: TreePlace) {
        change(at: place.keys[...]) { $0.remove(element) }
    }

    private mutating func change(
        at keys: ArraySlice<TreeKey>, _ body: (inout Set<Element>) -> Void
    ) {
        guard let key = keys.first else { return body(&elements) }
        children[key, default: PlaceIndex()].change(at: keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Returns the elements at, above and below a place.
    func overlapping(_ place: TreePlace) -> Set<Element> {
        var found = elements
        var index = self
        for key in place.keys {
            guard let child = index.children[key] else { return found }
            index = child
            found.formUnion(child.elements)
        }
        index.collectBelow(into: &found)
        return found
    }

    private func collectBelow(into found: inout Set<Element>) {
        for child in children.values {
            found.formUnion(child.elements)
            child.collectBelow(into: &found)
        }
    }
}
