import PathSchema

/// A place with its data, before or after a write.
struct RuleSnapshot: Sendable {
    private(set) var keys: [String]
    private(set) var data: (any RuleData)?
    private let root: (any RuleData)?
    /// The number of keys beyond the maximum depth, where no data can be.
    private var excess = 0

    var exists: Bool { data?.exists ?? false }

    init(root: (any RuleData)?, keys: [String] = []) {
        self.keys = keys
        data = keys.reduce(root) { $0?.child($1) }
        self.root = root
    }

    /// Returns the snapshot at a path, whose keys are separated by slashes.
    func child(_ path: String) -> RuleSnapshot {
        var snapshot = self
        for key in path.utf8.split(separator: UInt8(ascii: "/")) {
            snapshot.append(String(Substring(key)))
        }
        return snapshot
    }

    mutating func append(_ key: String) {
        data = data?.child(key)
        if keys.count < KeyRules.maximumDepth { keys.append(key) } else { excess += 1 }
    }

    /// The place above; `nil` at the root.
    var parent: RuleSnapshot? {
        var parent = self
        if excess > 0 {
            parent.excess -= 1
        } else {
            guard parent.keys.popLast() != nil else { return nil }
            parent.data = parent.keys.reduce(root) { $0?.child($1) }
        }
        return parent
    }
}
