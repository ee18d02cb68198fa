/// A value's tree, with the containers that only the value's type knows.
struct EncodedModel {
    let pending: PendingValue

    /// The places of arrays, whose elements have no keys of their own.
    fileprivate let arrays: Set<TreePlace>

    /// The places of keyed containers, including those that are stored as nothing.
    fileprivate let keyed: Set<TreePlace>

    /// No value.
    static let nothing = EncodedModel(pending: PendingValue(nil), containers: [])

    init(
        pending: PendingValue, containers: [(place: TreePlace, content: EncodingNode.Content)]
    ) {
        self.pending = pending
        arrays = Set(containers.lazy.filter { $0.content == .unkeyed }.map(\.place))
        keyed = Set(containers.lazy.filter { $0.content == .keyed }.map(\.place))
    }

    /// The tree, with the least integer, which no date is stored as, in place of the engine's times.
    fileprivate var tree: TreeValue? { pending.resolved(at: .min) }
}

/// The difference between two values of one type, applicable to a stored value that has more fields
/// than the type.
struct ModelChange {
    let before: EncodedModel
    let after: EncodedModel

    /// Returns the changed value, with everything in the current one that the type doesn't know.
    ///
    /// - Parameter current: the value that `before` was decoded from.
    func applied(to current: TreeValue?) -> PendingValue {
        var value = changed(current, before.tree, after.tree, at: .root)
        let serverTimes = after.pending.serverTimes
        for place in serverTimes { value[place] = nil }
        return PendingValue(value, serverTimes: serverTimes)
    }

    /// Returns the current value with the change of the part that the type knows.
    ///
    /// - Parameters:
    ///   - current: the value now.
    ///   - old: the part of it that the type knows.
    ///   - new: the same part after the change.
    private func changed(
        _ current: TreeValue?, _ old: TreeValue?, _ new: TreeValue?, at place: TreePlace
    ) -> TreeValue? {
        if old == new { return current }
        let newChildren: TreeChildren
        switch new {
        case .children(let children)?: newChildren = children
        case nil where after.keyed.contains(place): newChildren = TreeChildren()
        default: return new
        }
        if after.arrays.contains(place) {
            return changedArray(current, old, newChildren, at: place)
        }
        // Nothing is kept where a dictionary replaces an array.
        if before.arrays.contains(place) { return new }
        var children = current?.children ?? TreeChildren()
        let oldChildren = old?.children ?? TreeChildren()
        for (key, value) in oldChildren where newChildren[key] == nil {
            children[key] = changed(children[key], value, nil, at: place.appending(key))
        }
        for (key, value) in newChildren {
            children[key] = changed(
                children[key], oldChildren[key], value, at: place.appending(key))
        }
        return TreeValue(children)
    }

    /// Returns the changed elements of an array. An element found at another index has moved, with
    /// everything in it. If the count is the same, the others are matched by index.
    private func changedArray(
        _ current: TreeValue?, _ old: TreeValue?, _ new: TreeChildren, at place: TreePlace
    ) -> TreeValue? {
        guard before.arrays.contains(place), let current else { return .children(new) }
        let old = old?.children ?? TreeChildren()
        // The keys of the current elements may have holes, which are skipped when they are read.
        var rest = Dictionary(
            uniqueKeysWithValues: current.children.enumerated().map {
                (TreeKey(index: $0.offset), $0.element.value)
            })
        // A set's elements have no order, so that they can't be matched.
        guard old.allSatisfy({ $0.value.isPart(of: rest[$0.key]) }) else { return .children(new) }
        var elements = new
        var unmoved: [TreeKey] = []
        for (key, value) in new {
            if old[key] == value, let same = rest.removeValue(forKey: key) {
                elements[key] = same
            } else {
                unmoved.append(key)
            }
        }
        var moved: [TreeValue: [TreeKey]] = [:]
        for (key, value) in old where rest[key] != nil { moved[value, default: []].append(key) }
        unmoved.removeAll { key in
            guard let value = new[key], let from = moved[value]?.popLast(),
                let same = rest.removeValue(forKey: from)
            else { return false }
            elements[key] = same
            return true
        }
        guard old.count == new.count else { return .children(elements) }
        for key in unmoved {
            guard let same = rest[key] else { continue }
            elements[key] = changed(same, old[key], new[key], at: place.appending(key))
        }
        return .children(elements)
    }
}

extension TreeValue {
    /// Whether another value contains all of this one, apart from the engine's times.
    fileprivate func isPart(of other: TreeValue?) -> Bool {
        guard case .children(let children) = self else {
            return self == other || self == .integer(.min)
        }
        return children.allSatisfy { $0.value.isPart(of: other?.children[$0.key]) }
    }
}
