import PathSchema

/// The data seen at one place of an export, or at all places that are treated as one.
///
/// An observation grows with the shape of the data, not with its size: generated keys, and children
/// too numerous to be named, share one observation.
final class Observation {
    private(set) var bools = 0
    private(set) var trues = 0
    private(set) var integers = 0
    private(set) var doubles = 0
    private(set) var strings = 0
    private(set) var objects = 0
    private(set) var arrays = 0

    /// The path of the first value of each kind.
    private(set) var firsts: [Kind: String] = [:]

    /// The range of the integers.
    private(set) var range: ClosedRange<Int64>?

    /// The named children, in order of appearance.
    private(set) var children: [(name: String, place: Observation)] = []
    private var positions: [ExactText: Int] = [:]

    /// The data at all keys that are treated as a collection's.
    private(set) var element: Observation?

    /// The number of keys of each kind.
    private(set) var keyKinds: [KeyKind: Int] = [:]

    /// Some of the element's keys, for recognizing collections with the same keys.
    private(set) var sampleKeys: Set<String> = []

    /// Whether some key is a number in another form than Swift's, such as `007`.
    private(set) var hasPaddedNumbers = false

    /// The limit of named children, more than any branch or model has.
    private static let maximumNames = 64
    private static let maximumSamples = 64

    /// The number of values at this place.
    var count: Int { bools + integers + doubles + strings + objects + arrays }

    /// The number of values without children at this place.
    var scalars: Int { bools + integers + doubles + strings }
}

// MARK: - Kinds

extension Observation {
    /// A kind of value with types of its own.
    enum Kind: CaseIterable {
        case bool, number, string, children

        /// Returns the kind of all of some values, except for strays.
        static func prevailing(in counts: [Kind: Int], of total: Int) -> Kind? {
            counts.first { Observation.areStrays(total - $0.value, among: total) }?.key
        }
    }

    /// Whether a number of exceptions is too small to say anything about the rest.
    static func areStrays(_ count: Int, among total: Int) -> Bool { count * 20 <= total }

    /// The number of values of each kind that there is.
    var kinds: [Kind: Int] {
        let counts: [Kind: Int] = [
            .bool: bools, .number: integers + doubles, .string: strings,
            .children: objects + arrays,
        ]
        return counts.filter { $0.value > 0 }
    }

    /// The kind of all values; `nil` if they are of several.
    var kind: Kind? { kinds.count == 1 ? kinds.first?.key : nil }

    /// The number of values of each kind, as evidence.
    var kindsText: String {
        let counts = kinds
        return Kind.allCases.compactMap { kind in counts[kind].map { kind.text(of: $0) } }
            .joined(separator: " and ")
    }

    /// Forgets the values of all kinds but one.
    func keep(_ kind: Kind) {
        if kind != .bool { (bools, trues) = (0, 0) }
        if kind != .number { (integers, doubles, range) = (0, 0, nil) }
        if kind != .string { strings = 0 }
        guard kind != .children else { return }
        (objects, arrays, children, positions) = (0, 0, [], [:])
        (element, keyKinds, sampleKeys, hasPaddedNumbers) = (nil, [:], [], false)
    }
}

extension Observation.Kind {
    fileprivate func text(of count: Int) -> String {
        let plural = count == 1 ? "" : "s"
        return switch self {
        case .bool: "\(count) bool\(plural)"
        case .number: "\(count) number\(plural)"
        case .string: "\(count) string\(plural)"
        case .children: "\(count) with children"
        }
    }
}

// MARK: - Reading

extension Observation {
    /// Records an event, and all events down to the leaves. Null is ignored, as in the database.
    func note(_ event: JSONEventReader.Event, in census: inout Census) throws {
        switch event {
        case .bool(let value):
            if bools == 0 { noteFirst(.bool, in: census) }
            bools += 1
            if value { trues += 1 }
        case .integer(let value):
            if integers + doubles == 0 { noteFirst(.number, in: census) }
            integers += 1
            widenRange(to: value...value)
        case .double:
            if integers + doubles == 0 { noteFirst(.number, in: census) }
            doubles += 1
        case .string:
            if strings == 0 { noteFirst(.string, in: census) }
            strings += 1
        case .beginObject:
            if objects + arrays == 0 { noteFirst(.children, in: census) }
            objects += 1
            while case .key(let key) = try census.reader.next() {
                let value = try census.reader.next()
                guard value != .null else { continue }
                census.keys.append(key)
                try child(for: key, in: &census).note(value, in: &census)
                census.keys.removeLast()
            }
        case .beginArray:
            if objects + arrays == 0 { noteFirst(.children, in: census) }
            arrays += 1
            var event = try census.reader.next()
            var index = 0
            while event != .endArray {
                census.keys.append(String(index))
                if event != .null { try element(of: .number).note(event, in: &census) }
                census.keys.removeLast()
                event = try census.reader.next()
                index += 1
            }
        case .null, .key, .endObject, .endArray, .end: break
        }
    }

    private func noteFirst(_ kind: Kind, in census: Census) {
        firsts[kind] = census.keys.joined(separator: "/")
    }

    private func child(for key: String, in census: inout Census) -> Observation {
        if let position = positions[ExactText(key)] { return children[position].place }
        let kind = KeyKind(key)
        noteForm(of: key, kind)
        if kind.isGenerated || keyKinds[.name] != nil { return element(at: key, kind) }
        if children.count == Self.maximumNames || census.isFull {
            takeNamesForKeys()
            return element(at: key, kind)
        }
        return add(census.newPlace(), named: key)
    }

    private func noteForm(of key: String, _ kind: KeyKind) {
        guard kind == .number || kind == .year, !hasPaddedNumbers else { return }
        hasPaddedNumbers = Int(key).map(String.init) != key
    }

    private func add(_ child: Observation, named name: String) -> Observation {
        positions[ExactText(name)] = children.count
        children.append((name, child))
        return child
    }

    private func element(at key: String, _ kind: KeyKind) -> Observation {
        if sampleKeys.count < Self.maximumSamples { sampleKeys.insert(key) }
        return element(of: kind)
    }

    private func element(of kind: KeyKind) -> Observation {
        keyKinds[kind, default: 0] += 1
        if let element { return element }
        let new = Observation()
        element = new
        return new
    }

    private func widenRange(to other: ClosedRange<Int64>) {
        guard let range else {
            range = other
            return
        }
        self.range =
            min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
    }
}

// MARK: - Merging

extension Observation {
    /// Converts all named children, or those of one kind, to elements of a collection.
    func takeNamesForKeys(of kind: Kind? = nil) {
        let former = children
        children = []
        positions = [:]
        for (name, child) in former {
            if kind == nil || child.kind == kind {
                element(at: name, .name).merge(child)
            } else {
                _ = add(child, named: name)
            }
        }
    }

    /// Merges another observation, which must not be used afterwards.
    private func merge(_ other: Observation) {
        bools += other.bools
        trues += other.trues
        integers += other.integers
        doubles += other.doubles
        strings += other.strings
        objects += other.objects
        arrays += other.arrays
        firsts.merge(other.firsts) { first, _ in first }
        hasPaddedNumbers = hasPaddedNumbers || other.hasPaddedNumbers
        if let range = other.range { widenRange(to: range) }
        for child in other.children { merge(child.place, named: child.name) }
        guard let otherElement = other.element else { return }
        sampleKeys.formUnion(other.sampleKeys.prefix(Self.maximumSamples - sampleKeys.count))
        if keyKinds[.name] == nil, other.keyKinds[.name] != nil, !children.isEmpty {
            takeNamesForKeys()
        }
        for (kind, count) in other.keyKinds { keyKinds[kind, default: 0] += count }
        if let element { element.merge(otherElement) } else { element = otherElement }
    }

    private func merge(_ child: Observation, named name: String) {
        if let position = positions[ExactText(name)] {
            children[position].place.merge(child)
        } else if keyKinds[.name] != nil {
            element(at: name, .name).merge(child)
        } else if children.count == Self.maximumNames {
            takeNamesForKeys()
            element(at: name, .name).merge(child)
        } else {
            _ = add(child, named: name)
        }
    }
}
