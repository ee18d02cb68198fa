/// What has been seen at one place of an export, or at all places that are taken for one.
///
/// It grows with the shape of the data, not with its size: keys that look generated, and children
/// that are too many to be names, are one observation.
final class Observation {
    private(set) var bools = 0
    private(set) var trues = 0
    private(set) var integers = 0
    private(set) var doubles = 0
    private(set) var strings = 0
    private(set) var objects = 0
    private(set) var arrays = 0

    /// The least and the greatest integer.
    private(set) var range: ClosedRange<Int64>?

    /// The children with names of their own, in the order of their appearance.
    private(set) var names: [String] = []
    private var named: [String: Observation] = [:]

    /// What is at all keys that are taken for those of a collection.
    private(set) var element: Observation?

    /// How many keys of each kind led to the element.
    private(set) var keyKinds: [KeyKind: Int] = [:]

    /// Whether a key is a number that Swift would print otherwise, such as `007`.
    private(set) var hasPaddedNumbers = false

    /// More children than any branch or model has.
    private static let maximumNames = 64

    subscript(name: String) -> Observation? { named[name] }

    /// How often something was here.
    var count: Int { bools + integers + doubles + strings + objects + arrays }
}

extension Observation {
    /// Notes what is here, down to the leaves. Null is nothing, as in the database.
    func note(_ event: JSONEventReader.Event, from reader: inout JSONEventReader) throws {
        switch event {
        case .bool(let value):
            bools += 1
            if value { trues += 1 }
        case .integer(let value):
            integers += 1
            range =
                range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
        case .double: doubles += 1
        case .string: strings += 1
        case .beginObject:
            objects += 1
            while case .key(let key) = try reader.next() {
                let value = try reader.next()
                if value != .null { try child(for: key).note(value, from: &reader) }
            }
        case .beginArray:
            arrays += 1
            var event = try reader.next()
            while event != .endArray {
                if event != .null { try element(of: .number).note(event, from: &reader) }
                event = try reader.next()
            }
        case .null, .key, .endObject, .endArray, .end: break
        }
    }

    private func child(for key: String) -> Observation {
        if let child = named[key] { return child }
        let kind = KeyKind(key)
        if kind == .number, String(Int(key) ?? -1) != key { hasPaddedNumbers = true }
        if kind.isGenerated || names.isEmpty && element != nil && keyKinds[.name] != nil {
            return element(of: kind)
        }
        if names.count == Self.maximumNames {
            takeNamesForKeys()
            return element(of: kind)
        }
        let child = Observation()
        names.append(key)
        named[key] = child
        return child
    }

    private func element(of kind: KeyKind) -> Observation {
        keyKinds[kind, default: 0] += 1
        if let element { return element }
        let new = Observation()
        element = new
        return new
    }

    /// Takes all that had a name for an element of a collection.
    func takeNamesForKeys() {
        for name in names {
            guard let child = named[name] else { continue }
            element(of: .name).merge(child)
        }
        names = []
        named = [:]
    }

    /// Adds what was seen elsewhere, which ceases to be of use.
    private func merge(_ other: Observation) {
        bools += other.bools
        trues += other.trues
        integers += other.integers
        doubles += other.doubles
        strings += other.strings
        objects += other.objects
        hasPaddedNumbers = hasPaddedNumbers || other.hasPaddedNumbers
        arrays += other.arrays
        if let otherRange = other.range {
            range =
                range.map {
                    min(
                        $0.lowerBound, otherRange.lowerBound)...max(
                            $0.upperBound, otherRange.upperBound)
                } ?? otherRange
        }
        for name in other.names {
            guard let child = other.named[name] else { continue }
            self.child(for: name).merge(child)
        }
        if let otherElement = other.element {
            for (kind, count) in other.keyKinds { keyKinds[kind, default: 0] += count }
            if let element { element.merge(otherElement) } else { element = otherElement }
        }
    }
}
