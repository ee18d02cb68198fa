import PathSchema

/// A place with its data, before or after a write.
final class RuleSnapshot: Sendable {
    let keys: [String]
    let data: (any RuleData)?
    private let root: (any RuleData)?
    /// The number of keys beyond the maximum depth, where no data can be.
    private let excess: Int

    convenience init(root: (any RuleData)?, keys: [String] = []) {
        self.init(root, keys, keys.reduce(root) { $0?.child($1) }, excess: 0)
    }

    private init(
        _ root: (any RuleData)?, _ keys: [String], _ data: (any RuleData)?, excess: Int
    ) {
        self.keys = keys
        self.data = data
        self.root = root
        self.excess = excess
    }

    var exists: Bool { data?.exists ?? false }

    /// Returns the snapshot of a child whose data are known.
    func child(_ key: String, _ data: (any RuleData)?) -> RuleSnapshot {
        RuleSnapshot(root, keys + [key], data, excess: 0)
    }

    /// Returns the snapshot at a path, whose keys are separated by slashes.
    func child(at path: String) -> RuleSnapshot {
        var (keys, data, excess) = (keys, data, excess)
        for key in path.utf8.split(separator: UInt8(ascii: "/")) {
            if keys.count < KeyRules.maximumDepth {
                keys.append(String(Substring(key)))
                data = data?.child(keys[keys.count - 1])
            } else {
                (data, excess) = (nil, excess + 1)
            }
        }
        return RuleSnapshot(root, keys, data, excess: excess)
    }

    /// The place above; `nil` at the root.
    var parent: RuleSnapshot? {
        if excess > 0 {
            let data = excess == 1 ? keys.reduce(root) { $0?.child($1) } : nil
            return RuleSnapshot(root, keys, data, excess: excess - 1)
        }
        return keys.isEmpty ? nil : RuleSnapshot(root: root, keys: keys.dropLast())
    }
}
