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
