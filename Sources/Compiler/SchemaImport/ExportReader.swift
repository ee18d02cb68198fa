import PathSchema
import SecurityRules

/// Builds a tree from a data export, or from a part of one, by inference from the data.
///
/// ```
/// JSONEventReader ──▶ Observation ──ExportInference──▶ ImportedNode
/// ```
package enum ExportReader {
    /// - Parameter nextChunk: returns the next bytes of the export; none at its end.
    /// - Returns: the tree, and the inferences with their evidence.
    package static func read(nextChunk: @escaping () throws -> [UInt8]) throws -> Imported {
        var census = Census(reader: JSONEventReader(nextChunk: nextChunk))
        let root = Observation()
        let first = try census.reader.next()
        guard first == .beginObject || first == .beginArray else {
            throw ImportError(
                "an export is an object, as in { \"users\": { … } }", line: 1, column: 1)
        }
        try root.note(first, in: &census)
        // The next event must be the end; anything else throws.
        _ = try census.reader.next()
        var imported = ExportInference.infer(root)
        guard case .branch = imported.root.shape else {
            throw ImportError("there is no data in the export", line: 1, column: 1)
        }
        if census.isFull { imported.notes.insert(Census.note, at: 0) }
        return imported
    }
}

/// The reader of an export, with the number of places remembered so far.
struct Census {
    var reader: JSONEventReader
    private(set) var places = 0
    /// The keys on the way to the value that is being read.
    var keys: [String] = []

    /// The limit of places, beyond any schema, which bounds memory for any data.
    private static let maximumPlaces = 20_000

    var isFull: Bool { places >= Self.maximumPlaces }

    /// Creates an observation for a new place.
    mutating func newPlace() -> Observation {
        places += 1
        return Observation()
    }

    static let note = ImportNote(
        "there are more than \(maximumPlaces) places with keys of their own; "
            + "all other keys were taken for those of collections")
}

// MARK: - Observations

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

// MARK: - Checking an export by rules

/// Reads a data export to check it against rules.
package enum ExportCheck {
    /// - Parameter nextChunk: returns the next bytes of the export; none at its end.
    /// - Returns: the check with its results.
    package static func run(
        _ check: DataCheck, nextChunk: @escaping () throws -> [UInt8]
    ) throws -> DataCheck {
        var check = check
        var reader = JSONEventReader(nextChunk: nextChunk)
        // For each open object or array: the index of the next element, if it is an array.
        var indexes: [Int?] = []
        while true {
            let event = try reader.next()
            if let last = indexes.last, let index = last, event != .endArray {
                check.enter(String(index))
                indexes[indexes.count - 1] = index + 1
            }
            switch event {
            case .beginObject, .beginArray:
                check.begin()
                indexes.append(event == .beginArray ? 0 : nil)
            case .endObject, .endArray:
                check.end()
                indexes.removeLast()
            case .key(let key): check.enter(key)
            case .string: check.note(.string)
            case .integer: check.note(.integer)
            case .double: check.note(.fraction)
            case .bool: check.note(.bool)
            case .null: check.note(nil)
            case .end: return check
            }
        }
    }
}
