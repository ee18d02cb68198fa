import TypedDatabase

/// The paths from one, which is included, to another, which isn't.
struct PathRange: Hashable {
    var lower: [UInt8]
    var upper: [UInt8]

    /// The paths of a place and of all places below it.
    init(subtreeOf place: TreePlace) {
        self.init(subtreeOf: PathBytes(place).bytes)
    }

    /// The same, for the path of a place.
    init(subtreeOf path: [UInt8]) {
        lower = path
        upper = Self.end(of: path)
    }

    /// The paths below a place, of the children that a selection has within its bounds.
    ///
    /// `nil` if the order or a bound isn't by key: such children are in no range.
    init?(childrenOf place: TreePlace, _ selection: TreeSelection) {
        guard selection.order == .key else { return nil }
        let parent = PathBytes(place)
        self.init(subtreeOf: parent.bytes)
        lower.append(0)
        if let bound = selection.lower {
            guard case .key(let key) = bound.position else { return nil }
            lower = Self.path(of: key, in: parent)
            if !bound.isInclusive { lower = Self.end(of: lower) }
        }
        if let bound = selection.upper {
            guard case .key(let key) = bound.position else { return nil }
            upper = Self.path(of: key, in: parent)
            if bound.isInclusive { upper = Self.end(of: upper) }
        }
    }

    /// Leaves out the paths up to the end of a subtree, or in an order from last to first,
    /// those from its start.
    mutating func skip(subtreeOf path: [UInt8], isDescending: Bool) {
        if isDescending { upper = path } else { lower = Self.end(of: path) }
    }

    private static func path(of key: TreeKey, in parent: PathBytes) -> [UInt8] {
        var path = parent
        path.append(key)
        return path.bytes
    }

    /// What comes after a path and those below it.
    private static func end(of path: [UInt8]) -> [UInt8] {
        path + [PathBytes.afterKeys]
    }
}

extension PathRange {
    /// Whether the path of a place is in the range.
    func contains(_ place: TreePlace) -> Bool {
        PathBytes(place).bytes.withUnsafeBytes(contains)
    }

    func contains(_ path: UnsafeRawBufferPointer) -> Bool {
        !path.lexicographicallyPrecedes(lower) && path.lexicographicallyPrecedes(upper)
    }
}
