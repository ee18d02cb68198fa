/// A place in a database, without a type: the keys from the root to it.
///
/// Engines use places; apps use paths, such as `Path().chatroom("firechat").name`.
public struct TreePlace: Hashable, Sendable {
    /// The keys from the root down.
    public var keys: [TreeKey]

    /// Makes the place of some keys; without any, the root.
    public init(_ keys: [TreeKey] = []) {
        self.keys = keys
    }

    /// The root of the database, or of the value that the place is relative to.
    public static let root = TreePlace()

    /// The number of keys that lead to the place.
    public var depth: Int { keys.count }

    /// Returns the place of a child.
    public func appending(_ key: TreeKey) -> TreePlace {
        TreePlace(keys + [key])
    }

    /// Returns the place that is at `place`, relative to this one.
    public func appending(_ place: TreePlace) -> TreePlace {
        TreePlace(keys + place.keys)
    }

    /// Whether `other` is this place or one below it.
    public func contains(_ other: TreePlace) -> Bool {
        other.keys.starts(with: keys)
    }

    /// Whether one of the two places contains the other.
    package func overlaps(_ other: TreePlace) -> Bool {
        contains(other) || other.contains(self)
    }

    /// Returns this place relative to `other`, which must contain it.
    public func relative(to other: TreePlace) -> TreePlace {
        TreePlace(Array(keys.dropFirst(other.depth)))
    }
}

extension TreePlace {
    /// Returns the part of a watched place, relative to it, that changes if this place changes;
    /// `nil` if they don't overlap.
    package func changed(in watched: TreePlace) -> TreePlace? {
        if watched.contains(self) { return relative(to: watched) }
        return contains(watched) ? .root : nil
    }

    /// Returns the deepest place that contains all of these; the root if there are none.
    package static func commonAncestor(of places: [TreePlace]) -> TreePlace {
        guard var keys = places.first?.keys[...] else { return .root }
        for place in places {
            while !place.keys.starts(with: keys) { keys.removeLast() }
        }
        return TreePlace(Array(keys))
    }

    /// Makes the place of keys that are separated by slashes, as in a ``description``.
    package init(slashSeparated keys: String, omittingEmptyKeys: Bool = true) {
        // Splits by scalars: a slash and a following accent are one character.
        let parts = keys.unicodeScalars.split(
            separator: "/", omittingEmptySubsequences: omittingEmptyKeys)
        self.init(parts.map { TreeKey(String($0)) })
    }
}

extension TreePlace: ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Makes the place of the keys of a literal.
    public init(arrayLiteral keys: TreeKey...) {
        self.init(keys)
    }

    /// The keys, joined by `/`; `""` for the root.
    public var description: String {
        keys.map(\.text).joined(separator: "/")
    }
}

// MARK: - Elements by place

/// A dictionary by place: a trie, which finds the elements above and below a place without visiting
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

    /// Replaces the elements at and below a place by one at the place; by none for `nil`. Returns the
    /// replaced ones.
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

    /// Removes the elements at, above and below a place that meet a condition. Returns their number.
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
