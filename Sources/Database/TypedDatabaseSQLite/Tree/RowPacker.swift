import TypedDatabase

/// A packing of a tree into rows, as its parts come, depth first.
///
/// Memory holds only children of places that may still become one row.
struct RowPacker {
    private struct Level {
        let key: TreeKey
        /// The length of the place's path.
        let pathCount: Int
        /// The number of bytes of the children, packed.
        var count = 0
        /// A value that isn't in parts.
        var value: TreeValue?
        var children = TreeChildren()
        /// Whether the place needs several rows. So do all places above it.
        var isSplit = false
    }

    private let limits: RowLimits
    private var path: PathBytes

    /// The places from the first to the current one.
    private var levels: [Level]

    /// Rows to be written. They are outside of all places that aren't split.
    private(set) var rows: [Row] = []

    /// The number of bytes of these rows.
    private(set) var byteCount = 0

    init(at place: TreePlace = .root, _ limits: RowLimits) {
        self.limits = limits
        path = PathBytes(place)
        levels = [Level(key: "", pathCount: path.bytes.count)]
    }

    /// The path of the current place.
    var currentPath: [UInt8] { path.bytes }

    /// The number of keys that lead from the first place to the current one.
    var depth: Int { levels.count - 1 }

    /// Whether the current place needs several rows.
    var isSplit: Bool { levels[depth].isSplit }

    /// Whether the current place has a child that isn't among the rows yet.
    func hasChild(_ key: TreeKey) -> Bool {
        levels[depth].children[key] != nil
    }

    mutating func enter(_ key: TreeKey) {
        path.append(key)
        levels.append(Level(key: key, pathCount: path.bytes.count))
    }

    /// Sets the current place to a value that isn't in parts.
    mutating func put(_ value: TreeValue) {
        levels[depth].value = value
    }

    /// Goes back to the parent.
    mutating func leave() {
        let level = levels.removeLast()
        defer { path.truncate(to: levels[depth].pathCount) }
        guard !level.isSplit, let value = level.value ?? TreeValue(level.children) else { return }
        if isSplit { return write(value, at: path) }
        levels[depth].children[level.key] = value
        levels[depth].count += PackedChildren.byteCount(of: level.key, value)
        if levels[depth].count > limits.maximumCount { split() }
    }

    /// Goes back to the first place, and returns its value, unless that is among the rows.
    mutating func finish() -> TreeValue? {
        while depth > 0 { leave() }
        return levels[0].value ?? TreeValue(levels[0].children)
    }

    /// Removes and returns the rows.
    mutating func takeRows() -> [Row] {
        defer { (rows, byteCount) = ([], 0) }
        return rows
    }
}

extension RowPacker {
    /// Makes rows of all children, since their places need several.
    private mutating func split() {
        for index in levels.indices where !levels[index].isSplit {
            let children = levels[index].children
            (levels[index].children, levels[index].isSplit) = (TreeChildren(), true)
            var path = self.path
            path.truncate(to: levels[index].pathCount)
            for (key, child) in children {
                path.append(key)
                write(child, at: path)
                path.truncate(to: levels[index].pathCount)
            }
        }
    }

    private mutating func write(_ value: TreeValue, at path: PathBytes) {
        if let whole = value.rowValue(limits) {
            rows.append(Row(path: path.bytes, value: whole))
            byteCount += whole.rowByteCount
            return
        }
        for (key, child) in value.children {
            var path = path
            path.append(key)
            write(child, at: path)
        }
    }
}
