import SecurityRules
import TypedDatabase

// MARK: - Values

/// A value of a database, as rules read it.
extension TreeValue: RuleData {
    package var scalar: RuleScalar? {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .number(Double(value))
        case .double(let value): .number(value)
        case .string(let value): .string(value)
        case .children: nil
        }
    }

    package func child(_ key: String) -> (any RuleData)? {
        if case .children(let children) = self { children[TreeKey(key)] } else { nil }
    }

    package func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        guard case .children(let children) = self else { return }
        for (key, child) in children {
            guard body(key.text, child) else { return }
        }
    }
}

// MARK: - Before a write

/// A place whose data isn't known: it reads as empty, and is noted as missing when it is read.
struct EngineData: RuleData {
    private let place: TreePlace
    private let known: KnownTree?
    private let missing: MissingPlaces

    /// The data of a place: its value if it is known, or else a place that is read when needed.
    static func data(
        at place: TreePlace = .root, _ known: KnownTree?, _ missing: MissingPlaces
    ) -> (any RuleData)? {
        if let value = known?.value { return value.value }
        return EngineData(place: place, known: known, missing: missing)
    }

    var exists: Bool {
        missing.insert(place)
        return false
    }

    var scalar: RuleScalar? {
        missing.insert(place)
        return nil
    }

    func child(_ key: String) -> (any RuleData)? {
        let key = TreeKey(key)
        return Self.data(at: place.appending(key), known?.children[key], missing)
    }

    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        missing.insert(place)
    }
}

// MARK: - After a write

/// The data of a place after a write of places below it: the old data with the written values.
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

// MARK: - Queries

extension RuleQuery {
    /// The query of a selection, as rules see it.
    package init(_ selection: TreeSelection) {
        self.init()
        order =
            switch selection.order {
            case .key: .key
            case .value: .value
            case .child(let place): .child(place.description)
            }
        if let lower = selection.lower, lower == selection.upper {
            equalTo = lower.scalar
        } else {
            startAt = selection.lower?.scalar
            endAt = selection.upper?.scalar
        }
        switch selection.limit {
        case .first(let count)?: limitToFirst = count
        case .last(let count)?: limitToLast = count
        case nil: break
        }
    }
}

extension TreeSelection.Bound {
    fileprivate var scalar: RuleScalar? {
        switch position {
        case .key(let key): .string(key.text)
        case .value(let value, _): value?.scalar
        }
    }
}
