import TypedDatabase

// Ranges of paths.
extension ByteRange {
    /// Makes the range of a place and all places below it.
    init(subtreeOf place: TreePlace) {
        self.init(subtreeOf: PathBytes(place).bytes)
    }

    /// Makes the range of a path and all paths below it.
    init(subtreeOf path: [UInt8]) {
        self.init(lower: path, upper: Self.end(of: path))
    }

    /// Makes the range of a place's children that are within a selection's bounds.
    ///
    /// Returns `nil` if the order or a bound isn't by key: such children aren't a range.
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

    /// Removes the paths up to the end of a subtree; in descending order, those from its start on.
    mutating func skip(subtreeOf path: [UInt8], isDescending: Bool) {
        if isDescending { upper = path } else { lower = Self.end(of: path) }
    }

    private static func path(of key: TreeKey, in parent: PathBytes) -> [UInt8] {
        var path = parent
        path.append(key)
        return path.bytes
    }

    /// Whether the path of a place is in the range.
    func contains(_ place: TreePlace) -> Bool {
        contains(PathBytes(place).bytes)
    }
}
