/// Elements by place, one for each at most, so that those above and below a place are found without
/// the others.
package struct PlaceTree<Element: Sendable>: Sendable {
    private var element: Element?
    private var children: [TreeKey: PlaceTree] = [:]

    package init() {}

    package var isEmpty: Bool { element == nil && children.isEmpty }

    /// The places with their elements, those above others first.
    package var elements: [(place: TreePlace, element: Element)] {
        var elements: [(TreePlace, Element)] = []
        collect(into: &elements, at: .root)
        return elements
    }

    private func collect(
        into elements: inout [(TreePlace, Element)], at place: TreePlace
    ) {
        if let element { elements.append((place, element)) }
        for (key, child) in children { child.collect(into: &elements, at: place.appending(key)) }
    }

    /// Returns the elements at the places that contain a place, its own included.
    package func containing(_ place: TreePlace) -> [Element] {
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
    package func below(_ place: TreePlace) -> [Element] {
        var tree = self
        for key in place.keys {
            guard let child = tree.children[key] else { return [] }
            tree = child
        }
        var found: [Element] = []
        tree.collect(into: &found)
        return found
    }

    /// Whether there is an element at, above or below a place.
    package func hasElements(overlapping place: TreePlace) -> Bool {
        var tree = self
        for key in place.keys {
            if tree.element != nil { return true }
            guard let child = tree.children[key] else { return false }
            tree = child
        }
        return !tree.isEmpty
    }

    /// Puts an element at a place, instead of those at and below it, which are returned.
    @discardableResult
    package mutating func replace(_ place: TreePlace, with element: Element?) -> [Element] {
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
        if element == nil, children[key] == nil { return [] }
        let replaced = children[key, default: PlaceTree()]
            .replace(keys.dropFirst(), with: element)
        if children[key]?.isEmpty == true { children[key] = nil }
        return replaced
    }

    private func collect(into elements: inout [Element]) {
        if let element { elements.append(element) }
        for child in children.values { child.collect(into: &elements) }
    }

    /// Removes the element at a place, if it meets a condition, and leaves those below.
    package mutating func remove(at place: TreePlace, if condition: (Element) -> Bool) {
        remove(at: place.keys[...], if: condition)
    }

    private mutating func remove(at keys: ArraySlice<TreeKey>, if condition: (Element) -> Bool) {
        guard let key = keys.first else {
            if let element, condition(element) { self.element = nil }
            return
        }
        children[key]?.remove(at: keys.dropFirst(), if: condition)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Removes those elements at, above and below a place that meet a condition. Returns how many.
    package mutating func removeAll(
        overlapping place: TreePlace, where condition: (Element) -> Bool
    ) -> Int {
        removeAll(overlapping: place.keys[...], where: condition)
    }

    private mutating func removeAll(
        overlapping keys: ArraySlice<TreeKey>, where condition: (Element) -> Bool
    ) -> Int {
        var count = 0
        if let element, condition(element) {
            self.element = nil
            count = 1
        }
        for key in keys.first.map({ [$0] }) ?? Array(children.keys) {
            count +=
                children[key]?.removeAll(overlapping: keys.dropFirst(), where: condition) ?? 0
            if children[key]?.isEmpty == true { children[key] = nil }
        }
        return count
    }
}
