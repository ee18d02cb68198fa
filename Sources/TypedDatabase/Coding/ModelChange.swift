/// A value as a tree, with what only its type says of the tree.
struct EncodedModel {
    let pending: PendingValue

    /// Where there are arrays, whose elements have no keys of their own.
    fileprivate let arrays: Set<TreePlace>

    /// Where there are other containers. One of which nothing is stored is there nevertheless.
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

    /// The tree, with a number that no date has where the engine puts its time.
    fileprivate var tree: TreeValue? { pending.resolved(at: .min) }
}

/// The difference between two values of one type, to be made to a stored value that may have more than
/// the type knows.
struct ModelChange {
    let before: EncodedModel
    let after: EncodedModel

    /// The value after the change, with everything in the current one that the type doesn't know.
    ///
    /// - Parameter current: the value that `before` was decoded from.
    func applied(to current: TreeValue?) -> PendingValue {
        var value = changed(current, before.tree, after.tree, at: .root)
        let serverTimes = after.pending.serverTimes
        for place in serverTimes { value[place] = nil }
        return PendingValue(value, serverTimes: serverTimes)
    }

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
        // An array that is a dictionary now has nothing that could stay.
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

    /// An element that is found elsewhere has moved, with everything in it. If there are as many as
    /// before, the others are taken for changes of the elements that had their indexes.
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
        // The elements of a set are in any order, so that it isn't known which one was which.
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
    /// Whether another value has everything that this one has. The engine's time may be missing there.
    fileprivate func isPart(of other: TreeValue?) -> Bool {
        guard case .children(let children) = self else {
            return self == other || self == .integer(.min)
        }
        return children.allSatisfy { $0.value.isPart(of: other?.children[$0.key]) }
    }
}
