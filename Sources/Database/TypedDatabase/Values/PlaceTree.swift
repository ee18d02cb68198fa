/// Elements by place, one for each at most, so that those above and below a place are found without
/// the others.
struct PlaceTree<Element: Sendable>: Sendable {
    private var element: Element?
    private var children: [TreeKey: PlaceTree] = [:]

    init() {}

    var isEmpty: Bool { element == nil && children.isEmpty }

    /// Returns the elements at the places that contain a place, its own included.
    func containing(_ place: TreePlace) -> [Element] {
        var found: [Element] = []
        var tree = self
        for key in place.keys {
            if let element = tree.element { found.append(element) }
            guard let child = tree.children[key] else { return found }
            tree = child
        }
        if let element = tree.element { found.append(element) }
        return found
    }

    /// Returns the elements at and below a place, in no particular order.
    func below(_ place: TreePlace) -> [Element] {
        var tree = self
        for key in place.keys {
            guard let child = tree.children[key] else { return [] }
            tree = child
        }
        var found: [Element] = []
        tree.collect(into: &found)
        return found
    }

    /// Puts an element at a place, instead of those at and below it, which are returned.
    @discardableResult
    mutating func replace(_ place: TreePlace, with element: Element?) -> [Element] {
        replace(place.keys[...], with: element)
    }

    private mutating func replace(
        _ keys: ArraySlice<TreeKey>, with element: Element?
    ) -> [Element] {
        guard let key = keys.first else {
            var replaced: [Element] = []
            collect(into: &replaced)
            (self.element, children) = (element, [:])
            return replaced
        }
        let replaced = children[key, default: PlaceTree()]
            .replace(keys.dropFirst(), with: element)
        if children[key]?.isEmpty == true { children[key] = nil }
        return replaced
    }

    private func collect(into elements: inout [Element]) {
        if let element { elements.append(element) }
        for child in children.values { child.collect(into: &elements) }
    }
}
