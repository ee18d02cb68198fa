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

// MARK: - Orders

/// The orders of children, strictly according to Firebase's documentation.
enum ModelOrder {
    /// Returns the selected keys, in order.
    static func select(_ selection: TreeSelection, of value: TreeValue?) -> [TreeKey] {
        let children = (value?.children ?? TreeChildren()).map { key, value in
            Child(key: key.text, value: orderedBy(selection.order, value))
        }
        var selected = children.filter { child in
            if let lower = selection.lower {
                let difference = difference(child, lower.position)
                if difference < 0 || !lower.isInclusive && difference == 0 { return false }
            }
            if let upper = selection.upper {
                let difference = difference(child, upper.position)
                if difference > 0 || !upper.isInclusive && difference == 0 { return false }
            }
            return true
        }
        selected.sort { difference($0, $1) < 0 }
        switch selection.limit {
        case .first(let count)?: selected = Array(selected.prefix(count))
        case .last(let count)?: selected = Array(selected.suffix(count))
        case nil: break
        }
        return selected.map { TreeKey($0.key) }
    }

    private struct Child {
        let key: String
        /// The ordering value; `nil` in an order by key.
        let value: TreeValue?
    }

    /// Returns the value that orders a child.
    static func orderedBy(_ order: TreeSelection.Order, _ value: TreeValue) -> TreeValue? {
        switch order {
        case .key: nil
        case .value: value
        case .child(let place): place.keys.reduce(value) { $0?.children[$1] }
        }
    }

    private static func difference(_ a: Child, _ b: Child) -> Int {
        let byValue = difference(a.value, b.value)
        return byValue == 0 ? difference(a.key, b.key) : byValue
    }

    private static func difference(_ child: Child, _ position: TreePosition) -> Int {
        switch position {
        case .key(let key): return difference(child.key, key.text)
        case .value(let value, let key):
            let byValue = difference(child.value, value)
            return byValue == 0 ? key.map { difference(child.key, $0.text) } ?? 0 : byValue
        }
    }

    // MARK: Keys

    private static func difference(_ a: String, _ b: String) -> Int {
        switch (integer(a), integer(b)) {
        case (let x?, let y?) where x != y: x < y ? -1 : 1
        case (_?, _?) where a.utf8.count != b.utf8.count: a.utf8.count - b.utf8.count
        case (_?, nil): -1
        case (nil, _?): 1
        default: codeUnitDifference(a, b)
        }
    }

    /// Returns the 32-bit integer of digits with an optional sign; `nil` for other keys.
    private static func integer(_ key: String) -> Int? {
        let digits = key.hasPrefix("-") ? key.dropFirst() : key[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return Int(key).flatMap { $0 >= -2_147_483_648 && $0 <= 2_147_483_647 ? $0 : nil }
    }

    private static func codeUnitDifference(_ a: String, _ b: String) -> Int {
        let (x, y) = (Array(a.utf16), Array(b.utf16))
        return x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
    }

    // MARK: Values

    private static func difference(_ a: TreeValue?, _ b: TreeValue?) -> Int {
        switch (a, b) {
        case (.integer(let x), .integer(let y)): return x < y ? -1 : x > y ? 1 : 0
        case (.string(let x), .string(let y)): return codeUnitDifference(x, y)
        default: break
        }
        if let x = number(a), let y = number(b), x != y { return x < y ? -1 : 1 }
        // A double that equals a rounded integer lies beyond all integers.
        if case (.double, .integer) = (a, b) { return 1 }
        if case (.integer, .double) = (a, b) { return -1 }
        return kind(a) - kind(b)
    }

    /// Returns a number, rounded if it is a large integer.
    private static func number(_ value: TreeValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private static func kind(_ value: TreeValue?) -> Int {
        switch value {
        case nil: 0
        case .bool(false): 1
        case .bool(true): 2
        case .integer, .double: 3
        case .string: 4
        case .children: 5
        }
    }
}

// MARK: - Random operations

/// The random operations of a model check.
///
/// Keys and values are few, so that writes often collide, and they are those that engines get wrong.
struct ModelInput {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let keys: [TreeKey] = [
        "a", "b", "c", "ab", "a b", "A", "0", "1", "2", "10", "-1", "01", "é", "e\u{301}", "😀",
        "\u{E000}",
    ]

    /// The keys of fields of documents.
    static let fields: [TreeKey] = ["a", "b", "1", "a b", "é", "e\u{301}", "😀", "x`\\y"]

    private static let scalars: [TreeValue] = [
        false, true, 0, 1, 2, -3, 0.5, -2.5, 1e300, .integer(1 << 53 + 1), "", "a", "b", "é",
        "e\u{301}", "😀", "\u{E000}", "1",
    ]

    mutating func below(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &random)
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns a place in a tree, or an empty one. The root is rare.
    mutating func place(in root: TreeValue?) -> TreePlace {
        if below(2) == 0 { return existingPlace(in: root) }
        let depth = one(of: [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4])
        return TreePlace((0..<depth).map { _ in one(of: Self.keys) })
    }

    /// Returns a random place with a value.
    private mutating func existingPlace(in root: TreeValue?) -> TreePlace {
        var place = TreePlace.root
        var children = root?.children ?? TreeChildren()
        while !children.isEmpty, place == .root || below(3) > 0 {
            let (key, value) = children[offset: below(children.count)]
            place = place.appending(key)
            children = value.children
        }
        return place
    }

    /// Returns a place that usually has children.
    mutating func collection(in root: TreeValue?) -> TreePlace {
        let place = place(in: root)
        return root[place]?.children.isEmpty ?? true
            ? TreePlace(Array(place.keys.dropLast())) : place
    }

    mutating func scalar() -> TreeValue { one(of: Self.scalars) }

    mutating func value(depth: Int = 3) -> TreeValue? {
        if below(5) == 0 { return nil }
        if depth == 0 || below(3) > 0 { return scalar() }
        var children = TreeChildren()
        for _ in 0..<below(6) { children[one(of: Self.keys)] = value(depth: depth - 1) }
        return TreeValue(children)
    }

    /// Returns the place of a field within a document, at most three keys deep.
    mutating func field() -> TreePlace {
        TreePlace((0...below(3)).map { _ in one(of: Self.fields) })
    }

    mutating func number() -> TreeValue { one(of: [1, 2, -3, 0.5, .integer(.max)]) }

    /// Returns edits of which none is inside another.
    mutating func edits(in root: TreeValue?) -> [TreeEdit] {
        var edits: [TreeEdit] = []
        for _ in 0..<one(of: [1, 1, 1, 2, 3, 8]) {
            let place = place(in: root)
            if edits.contains(where: { $0.place.overlaps(place) }) { continue }
            // Replacing the root with a scalar would leave nothing to read.
            let value = place == .root && below(4) > 0 ? rootValue() : value()
            edits.append(
                TreeEdit(place, below(5) == 0 ? .increment(number()) : .set(PendingValue(value))))
        }
        return edits
    }

    private mutating func rootValue() -> TreeValue? {
        TreeValue(TreeChildren(Self.keys.compactMap { key in value().map { (key, $0) } }))
    }

    /// - Parameter value: the value of the place, so that bounds are often at its children.
    mutating func selection(of value: TreeValue?) -> TreeSelection {
        let children = (value?.children ?? TreeChildren()).map { $0 }
        var selection = TreeSelection(
            order: one(of: [.key, .value, .child(["a"]), .child(["1", "b"])]))
        if below(2) == 0 { selection.lower = bound(selection.order, children) }
        if below(2) == 0 { selection.upper = bound(selection.order, children) }
        switch below(3) {
        case 0: selection.limit = .first(1 + below(5))
        case 1: selection.limit = .last(1 + below(5))
        default: break
        }
        return selection
    }

    private mutating func bound(
        _ order: TreeSelection.Order, _ children: [(key: TreeKey, value: TreeValue)]
    ) -> TreeSelection.Bound {
        let isInclusive = below(2) == 0
        var (key, value) = (one(of: Self.keys), scalar() as TreeValue?)
        if !children.isEmpty, below(2) == 0 {
            let child = one(of: children)
            (key, value) = (child.key, ModelOrder.orderedBy(order, child.value))
        }
        if order == .key { return TreeSelection.Bound(.key(key), isInclusive: isInclusive) }
        return TreeSelection.Bound(
            .value(value, below(2) == 0 ? key : nil), isInclusive: isInclusive)
    }
}
