import PathSchema

/// Infers the kinds of places in an export: branches, collections, and leaves with their types.
struct ExportInference {
    private(set) var notes: [ImportNote] = []
    private var known = KnownCollections()

    static func infer(_ root: Observation) -> Imported {
        var inference = ExportInference()
        inference.findCollections(in: root, at: ImportedPlace(), isElement: false)
        let node = inference.node(for: root, at: ImportedPlace())
        return Imported(root: node, notes: inference.notes)
    }

    /// Decides, from the root to the leaves, which children are elements of collections.
    private mutating func findCollections(
        in place: Observation, at path: ImportedPlace, isElement: Bool
    ) {
        if let evidence = CollectionEvidence(place, name: path.name, known: known) {
            let strays = place.children.count - evidence.names.count
            notes.append(
                ImportNote(
                    "taken for a collection, since its children"
                        + (strays == 0 ? " " : ", except \(strays), ") + evidence.reason,
                    Self.sample(evidence.names), at: path, other: evidence.other))
            place.takeNamesForKeys(of: evidence.kind)
        }
        // An array is read as a whole, or not at all.
        if let element = place.element, place.arrays == 0 {
            dropStrays(of: element, at: path.element)
        }
        if !isElement { known.add(place, at: path) }
        for child in place.children {
            findCollections(in: child.place, at: path.appending(child.name), isElement: isElement)
        }
        if let element = place.element {
            findCollections(in: element, at: path.element, isElement: true)
        }
    }

    /// Reduces a collection's elements to one kind if nearly all are of it.
    private mutating func dropStrays(of element: Observation, at path: ImportedPlace) {
        let kinds = element.kinds
        guard kinds.count > 1,
            let kind = Observation.Kind.prevailing(in: kinds, of: element.count)
        else { return }
        let others = element.count - (kinds[kind] ?? 0)
        let first = element.firsts.filter { $0.key != kind }.values.min() ?? ""
        note(
            "values of several kinds, of which the schema has the most frequent",
            "\(element.kindsText), \(others == 1 ? "" : "for example ")at '\(first)'", at: path)
        element.keep(kind)
    }

    private mutating func node(
        for place: Observation, at path: ImportedPlace, isBesideFractions: Bool = false
    ) -> ImportedNode {
        if place.count == 0 { return .unknown }
        if place.scalars == place.count {
            return leaf(place, at: path, isBesideFractions: isBesideFractions)
        }
        if place.scalars > 0 {
            return node(
                .anything,
                "children in \(place.count - place.scalars) of \(place.count) places, and bools, "
                    + "numbers or strings in the others; decide what it is", at: path)
        }
        if place.objects == 0, let type = place.arrayType { return ImportedNode(.leaf(type)) }
        return container(place, at: path)
    }

    private mutating func container(_ place: Observation, at path: ImportedPlace) -> ImportedNode {
        var children: [ImportedNode.Child] = []
        let hasFractions = place.children.contains { $0.place.doubles > 0 }
        for (name, child) in place.children {
            guard !name.hasPrefix("<") else {
                note("left out: a schema would take the key for a placeholder", name, at: path)
                continue
            }
            var node = node(
                for: child, at: path.appending(name), isBesideFractions: hasFractions)
            node.isStray = Self.isStray(child, in: place)
            children.append(.init(name, node, in: child.count, of: place.objects))
        }
        var wildcard = place.element.map { makeWildcard($0, of: place, at: path) }
        if children.isEmpty, wildcard == nil { return .unknown }
        if !children.isEmpty, let element = place.element {
            wildcard?.node.isStray = Observation.areStrays(element.count, among: place.objects)
            note(
                "a mixed node, with names and IDs for keys",
                Self.sample(children.map(\.key))
                    + ", and \(element.count) other\(element.count == 1 ? "" : "s")",
                at: path)
        }
        var node = ImportedNode(.branch(children: children, wildcard: wildcard))
        node.isRecord = isRecord(children, in: place, at: path)
        return node
    }

    /// Whether a child is one name among many keys of a collection, and so not known to be regular.
    private static func isStray(_ child: Observation, in place: Observation) -> Bool {
        guard let element = place.element else { return false }
        return Observation.areStrays(child.count, among: element.count)
            && (child.count == 1 || Observation.areStrays(child.count, among: place.objects))
    }

    /// Whether there are fields, and few of the places have any other children. Those are notes.
    private mutating func isRecord(
        _ children: [ImportedNode.Child], in place: Observation, at path: ImportedPlace
    ) -> Bool {
        let isElement = path.steps.contains(.any)
        var others = children.filter { !$0.node.isField(isElement: isElement) }
            .map { (path: path.appending($0.key), seen: $0.seen) }
        guard others.count < children.count else { return false }
        if let element = place.element {
            others.append((path.element, .init(count: element.count, places: place.objects)))
        }
        guard !others.isEmpty,
            others.allSatisfy({ $0.seen.map { $0.count * 4 <= $0.places } ?? false })
        else { return false }
        for other in others {
            note(
                "not in the model, which 'set' would write without it", other.seen?.text,
                at: other.path)
        }
        return true
    }

    private mutating func makeWildcard(
        _ element: Observation, of place: Observation, at path: ImportedPlace
    ) -> ImportedNode.Wildcard {
        var (name, keyType) = Self.keys(of: place)
        let isArray = place.objects == 0
        if isArray { name = "index" }
        name = name ?? known.name(of: place.sampleKeys, besides: path)
        if place.keyKinds.count > 1, keyType == nil, place.keyKinds[.name] != nil,
            place.keyKinds[.name] != place.keyKinds.values.reduce(0, +)
        {
            note("some keys look like IDs, and others like names", at: path)
        }
        let node = node(for: element, at: path.element)
        var wildcard = ImportedNode.Wildcard(name: name, keyType: keyType, node)
        wildcard.isArray = isArray
        return wildcard
    }

    /// Infers the name and the type of keys from their form.
    private static func keys(of place: Observation) -> (name: String?, type: String?) {
        let type = place.hasPaddedNumbers ? nil : "Int"
        return switch Set(place.keyKinds.keys) {
        case [.userID]: ("userId", nil)
        case [.date], [.date, .year]: ("date", nil)
        case [.time]: ("time", nil)
        case [.year]: ("year", type)
        case [.number], [.number, .year]: (nil, type)
        default: (nil, nil)
        }
    }

    /// Returns some keys and their total number, as evidence.
    private static func sample(_ names: [String]) -> String {
        let list = names.prefix(2).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return names.count > 2 ? "\(list) and \(names.count - 2) more" : list
    }

    mutating func note(
        _ message: String, _ detail: String? = nil, at path: ImportedPlace
    ) {
        notes.append(ImportNote(message, detail, at: path))
    }
}

// MARK: - Leaves

/// The types of values without children.
extension ExportInference {
    /// - Parameter isBesideFractions: whether a sibling has numbers with fractions, which is only
    ///   weak evidence.
    mutating func leaf(
        _ place: Observation, at path: ImportedPlace, isBesideFractions: Bool
    ) -> ImportedNode {
        switch place.scalarType {
        case .bool where place.trues == place.bools: return ImportedNode(.leaf(.membership))
        case .int:
            return ImportedNode(
                .leaf(integerType(place, at: path, isBesideFractions: isBesideFractions)))
        case let type?: return ImportedNode(.leaf(type))
        case nil:
            return node(.mixed, "\(place.kindsText); decide what it is", at: path)
        }
    }

    /// Returns the node of values of several kinds.
    mutating func node(
        _ type: ImportedType, _ comment: String, at path: ImportedPlace
    ) -> ImportedNode {
        note("values of several kinds", comment, at: path)
        var node = ImportedNode(.leaf(type))
        node.comments = [comment]
        return node
    }

    private mutating func integerType(
        _ place: Observation, at path: ImportedPlace, isBesideFractions: Bool
    ) -> ImportedType {
        guard let name = path.name, let range = place.range else { return .int }
        let evidence = place.count == 1 ? "1 number" : "\(place.count) numbers"
        if NumberWords.date.match(name) {
            if Self.milliseconds.contains(range) {
                note(
                    "taken for dates by the name, and since all numbers are milliseconds since "
                        + "1970 in this century", evidence, at: path)
                return .date
            }
            if Self.seconds.contains(range) {
                note("seconds since 1970, as it seems, and so not a Date", at: path)
            } else if Self.seconds.contains(range.lowerBound),
                Self.milliseconds.contains(range.upperBound)
            {
                note(
                    "seconds since 1970 among milliseconds, as it seems, and so not a Date",
                    evidence, at: path)
            }
        } else if NumberWords.measure.match(name)
            || isBesideFractions && !NumberWords.count.match(name)
        {
            note("all numbers are integers; make it Double if others can be", evidence, at: path)
        }
        return .int
    }

    /// The seconds since 1970 for the years 2000 to 2100.
    private static let seconds: ClosedRange<Int64> = 946_684_800...4_102_444_800
    private static let milliseconds: ClosedRange<Int64> = 946_684_800_000...4_102_444_800_000
}

extension Observation {
    /// The type of the values, all without children; `nil` if they are of several types.
    fileprivate var scalarType: ImportedType? {
        switch count {
        case bools: .bool
        case integers: .int
        case integers + doubles: .double
        case strings: .string
        default: nil
        }
    }

    /// The type of arrays whose elements are values of one type; `nil` for others.
    var arrayType: ImportedType? {
        guard children.isEmpty, let type = element?.scalarType else { return nil }
        return .array(of: type)
    }
}

// MARK: - Collections with the same keys

/// The collections of an export with some of their keys, for recognizing references between
/// collections.
///
/// If the keys below `messages`, such as `-L8z…`, are those of chatrooms, the placeholder below
/// `messages` is `<chatroomId>`.
struct KnownCollections {
    private var all: [(path: ImportedPlace, keys: Set<String>)] = []

    /// Adds a collection whose elements have children.
    mutating func add(_ place: Observation, at path: ImportedPlace) {
        guard let element = place.element, !element.children.isEmpty, !place.sampleKeys.isEmpty,
            path.name != nil
        else { return }
        all.append((path, place.sampleKeys))
    }

    /// Returns the first collection that contains all of some keys.
    func place(with keys: Set<String>) -> ImportedPlace? {
        all.first { keys.isSubset(of: $0.keys) }?.path
    }

    /// Returns the name of keys that another collection has, too; `nil` if there is none.
    func name(of keys: Set<String>, besides path: ImportedPlace) -> String? {
        guard !all.contains(where: { $0.path == path }) else { return nil }
        let other = all.first { collection in
            let common = collection.keys.intersection(keys).count
            return common > 0 && common * 2 >= min(keys.count, collection.keys.count)
        }
        guard let key = other?.path.name, let member = SwiftNames.member(for: key) else {
            return nil
        }
        return Namer.singular(member) + "Id"
    }
}

// MARK: - Numbers by their names

/// Words at the end of a name that indicate the meaning of a number.
struct NumberWords {
    let endings: [String]
    let words: Set<String>

    func match(_ name: String) -> Bool {
        let isEnding = endings.contains { name.hasSuffix($0) }
        guard !isEnding, let member = SwiftNames.member(for: name) else { return isEnding }
        let last = SwiftNames.words(of: member).last?.lowercased() ?? ""
        return words.contains(last)
    }

    static let date = NumberWords(
        endings: ["At", "_at", "-at"],
        words: [
            "at", "birthday", "changed", "created", "date", "deleted", "edited", "end", "ended",
            "expires", "expiry", "finished", "joined", "login", "modified", "online", "opened",
            "read", "seen", "sent", "since", "start", "started", "time", "timestamp", "ts",
            "until", "updated", "visit", "when",
        ])

    static let count = NumberWords(
        endings: [],
        words: [
            "age", "count", "id", "index", "level", "likes", "number", "position", "qty",
            "quantity", "rank", "size", "version", "views", "votes", "year",
        ])

    static let measure = NumberWords(
        endings: [],
        words: [
            "amount", "average", "balance", "cost", "discount", "distance", "fee", "height",
            "lat", "latitude", "length", "lng", "lon", "longitude", "percent", "price", "rate",
            "rating", "subtotal", "tax", "temperature", "total", "volume", "weight", "width",
        ])
}
