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

// MARK: - Reading

extension Observation {
    /// Records an event, and all events down to the leaves. Null is ignored, as in the database.
    func note(_ event: JSONEventReader.Event, in census: inout Census) throws {
        switch event {
        case .bool(let value):
            bools += 1
            if value { trues += 1 }
        case .integer(let value):
            integers += 1
            widenRange(to: value...value)
        case .double: doubles += 1
        case .string: strings += 1
        case .beginObject:
            objects += 1
            while case .key(let key) = try census.reader.next() {
                let value = try census.reader.next()
                if value != .null { try child(for: key, in: &census).note(value, in: &census) }
            }
        case .beginArray:
            arrays += 1
            var event = try census.reader.next()
            while event != .endArray {
                if event != .null { try element(of: .number).note(event, in: &census) }
                event = try census.reader.next()
            }
        case .null, .key, .endObject, .endArray, .end: break
        }
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
    /// Converts all named children to elements of a collection.
    func takeNamesForKeys() {
        let former = children
        children = []
        positions = [:]
        for child in former { element(at: child.name, .name).merge(child.place) }
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
