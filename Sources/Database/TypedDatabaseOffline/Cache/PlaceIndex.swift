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
        var found: Set<Element> = []
        collectAbove(place, into: &found)?.collectBelow(into: &found)
        return found
    }

    /// Returns the elements at and above a place.
    func above(_ place: TreePlace) -> Set<Element> {
        var found: Set<Element> = []
        _ = collectAbove(place, into: &found)
        return found
    }

    /// - Returns: the index of the place itself; `nil` if there is nothing at or below it.
    private func collectAbove(_ place: TreePlace, into found: inout Set<Element>) -> PlaceIndex? {
        found.formUnion(elements)
        var index = self
        for key in place.keys {
            guard let child = index.children[key] else { return nil }
            index = child
            found.formUnion(child.elements)
        }
        return index
    }

    private func collectBelow(into found: inout Set<Element>) {
        for child in children.values {
            found.formUnion(child.elements)
            child.collectBelow(into: &found)
        }
    }
}
