import TypedDatabase

/// A minimal model of a database: scalars by the keys that lead to them.
///
/// It shares no code with the engines' own trees, keys or orders, so that it can check them. Every
/// operation takes linear time.
struct ModelTree {
    /// The path of a scalar: the UTF-8 of each key.
    typealias Path = [[UInt8]]

    private(set) var scalars: [Path: TreeValue] = [:]

    mutating func apply(_ edits: [TreeEdit]) {
        for edit in edits {
            switch edit.operation {
            case .set(let value): set(value.value, at: edit.place)
            case .increment(let number): set(sum(self[edit.place], number), at: edit.place)
            }
        }
    }

    private mutating func set(_ value: TreeValue?, at place: TreePlace) {
        let path = Self.path(place)
        for other in scalars.keys where Self.path(other, isAtOrBelow: path) {
            scalars[other] = nil
        }
        guard let value else { return }
        // A scalar has no children.
        for depth in 0...path.count { scalars[Path(path.prefix(depth))] = nil }
        insert(value, at: path)
    }

    private mutating func insert(_ value: TreeValue, at path: Path) {
        guard case .children(let children) = value else {
            scalars[path] = value
            return
        }
        for (key, child) in children { insert(child, at: path + [Array(key.text.utf8)]) }
    }

    private func sum(_ a: TreeValue?, _ b: TreeValue) -> TreeValue {
        switch (a, b) {
        case (.integer(let x), .integer(let y)):
            let exact = x.addingReportingOverflow(y)
            if exact.overflow, EngineConformance.options.saturatesIntegers {
                return .integer(y < 0 ? .min : .max)
            }
            return exact.overflow ? .number(Double(x) + Double(y)) : .integer(exact.partialValue)
        case (.integer(let x), .double(let y)): return .number(Double(x) + y)
        case (.double(let x), .integer(let y)): return .number(x + Double(y))
        case (.double(let x), .double(let y)): return .number(x + y)
        default: return b
        }
    }

    private static func path(_ path: Path, isAtOrBelow other: Path) -> Bool {
        path.count >= other.count && path[..<other.count] == other[...]
    }

    static func path(_ place: TreePlace) -> Path {
        place.keys.map { Array($0.text.utf8) }
    }
}

extension ModelTree {
    subscript(place: TreePlace) -> TreeValue? {
        let path = Self.path(place)
        return Self.value(
            of: scalars.filter { Self.path($0.key, isAtOrBelow: path) }
                .map { ($0.key.dropFirst(path.count), $0.value) })
    }

    private static func value(of scalars: [(path: ArraySlice<[UInt8]>, TreeValue)]) -> TreeValue? {
        if let (path, scalar) = scalars.first, path.isEmpty { return scalar }
        let byKey = Dictionary(grouping: scalars) { $0.path.first ?? [] }
        return TreeValue(
            TreeChildren(
                byKey.compactMap { key, scalars in
                    value(of: scalars.map { ($0.path.dropFirst(), $0.1) }).map {
                        (TreeKey(String(decoding: key, as: UTF8.self)), $0)
                    }
                }))
    }
}
