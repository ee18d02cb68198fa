import SecurityRules
import TypedDatabase

/// The data of a place after a write of places below it: those that are there, and the written ones.
struct MergedData: RuleData {
    let edits: EditTree
    let old: (any RuleData)?

    /// The data of a place after a write.
    static func data(_ edits: EditTree?, over old: (any RuleData)?) -> (any RuleData)? {
        switch edits?.content {
        case nil: old
        case .value(let value)?: value
        case .children?: MergedData(edits: edits ?? EditTree(), old: old)
        }
    }

    var exists: Bool {
        if edits.hasValues { return true }
        guard let old, old.exists else { return false }
        if old.scalar != nil { return true }
        var exists = false
        forEachChild { _, _ in
            exists = true
            return false
        }
        return exists
    }

    /// Removing places below a scalar leaves it.
    var scalar: RuleScalar? { edits.hasValues ? nil : old?.scalar }

    func child(_ key: String) -> (any RuleData)? {
        Self.data(edits.children[TreeKey(key)], over: old?.child(key))
    }

    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        var goesOn = true
        old?.forEachChild { key, child in
            if let merged = Self.data(edits.children[TreeKey(key)], over: child), merged.exists {
                goesOn = body(key, merged)
            }
            return goesOn
        }
        for (key, edit) in edits.children where goesOn && edit.hasValues {
            if let child = old?.child(key.text), child.exists { continue }
            guard let new = Self.data(edit, over: nil) else { continue }
            goesOn = body(key.text, new)
        }
    }
}

/// The new values of a write, by place.
struct EditTree: Sendable {
    enum Content: Sendable {
        /// The place has this value; `nil` removes it.
        case value(TreeValue?)
        /// Places below it have new values.
        case children([TreeKey: EditTree])
    }

    private(set) var content = Content.children([:])

    /// Whether anything is written, and not only removed.
    private(set) var hasValues = false

    var children: [TreeKey: EditTree] {
        if case .children(let children) = content { children } else { [:] }
    }

    /// Sets the value of a place, none of whose parents is set.
    mutating func set(_ value: TreeValue?, at keys: ArraySlice<TreeKey>) {
        if value != nil { hasValues = true }
        guard let key = keys.first else {
            content = .value(value)
            return
        }
        var children = children
        content = .children([:])
        children[key, default: EditTree()].set(value, at: keys.dropFirst())
        content = .children(children)
    }
}
