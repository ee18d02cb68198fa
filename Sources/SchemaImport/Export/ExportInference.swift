/// Decides what the places of an export are: branches or collections, and of which type.
struct ExportInference {
    private(set) var notes: [ImportNote] = []

    mutating func node(for place: Observation, at path: ImportedPlace) -> ImportedNode {
        if place.count == 0 { return ImportedNode(.unknown) }
        let scalars = place.count - place.objects - place.arrays
        if scalars == place.count {
            return ImportedNode(.leaf(type(of: place, at: path)))
        }
        if scalars > 0 {
            note(
                "children in \(place.objects + place.arrays) of \(place.count) places, and bools, "
                    + "numbers or strings in the others; decide what it is", at: path)
            return ImportedNode(.leaf(.mixed))
        }
        if place.objects == 0, let element = arrayElement(of: place) {
            return ImportedNode(.leaf(.array(element: element)))
        }
        return container(place, at: path)
    }

    private mutating func container(_ place: Observation, at path: ImportedPlace) -> ImportedNode {
        if place.names.count > 1, isCollection(place, at: path) { place.takeNamesForKeys() }
        let children = place.names.compactMap { name -> ImportedNode.Child? in
            guard let child = place[name] else { return nil }
            let isOptional = child.count < place.count
            if isOptional, place.count >= 4, child.count * 10 >= place.count * 9 {
                note("\(child.count) of \(place.count) have '\(name)'", at: path)
            }
            return ImportedNode.Child(
                name, node(for: child, at: path.appending(name)), isOptional: isOptional)
        }
        let wildcard = place.element.map { element in
            let (name, keyType) = keys(of: place, at: path)
            return ImportedNode.Wildcard(
                name: name, keyType: keyType,
                node(for: element, at: path.appending("<\(name ?? "key")>")))
        }
        if !children.isEmpty, let element = place.element {
            note(
                "\(children.count) keys look like names and \(element.count) like IDs: "
                    + "a mixed node", at: path)
        }
        return ImportedNode(.branch(children: children, wildcard: wildcard))
    }

    private mutating func note(_ message: String, at path: ImportedPlace) {
        notes.append(ImportNote(place: path.description, message: message))
    }
}

// MARK: - Leaves

extension ExportInference {
    private mutating func type(of place: Observation, at path: ImportedPlace) -> ImportedType {
        let numbers = place.integers + place.doubles
        switch place.count {
        case place.bools: return place.trues == place.bools ? .membership : .bool
        case place.integers: return isDate(place, at: path) ? .date : .int
        case numbers: return .double
        case place.strings: return .string
        default:
            let kinds = [("bools", place.bools), ("numbers", numbers), ("strings", place.strings)]
            let found = kinds.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
            note("\(found.joined(separator: " and ")); decide what it is", at: path)
            return .mixed
        }
    }

    /// Whether both the name and each value are those of a time in milliseconds since 1970.
    private mutating func isDate(_ place: Observation, at path: ImportedPlace) -> Bool {
        guard let name = path.name, let range = place.range, Self.namesDate(name),
            Self.millisecondsOfThisCentury.contains(range.lowerBound),
            Self.millisecondsOfThisCentury.contains(range.upperBound)
        else { return false }
        note(
            "taken for dates by the name, and since all \(place.count) numbers are milliseconds "
                + "since 1970 of this century", at: path)
        return true
    }

    /// From 2000 to 2100.
    private static let millisecondsOfThisCentury: ClosedRange<Int64> =
        946_684_800_000...4_102_444_800_000

    private static func namesDate(_ name: String) -> Bool {
        if name.hasSuffix("At") || name.hasSuffix("_at") || name.hasSuffix("-at") { return true }
        let name = name.lowercased()
        let words = [
            "date", "time", "timestamp", "created", "updated", "modified", "deleted", "expires",
            "lastseen", "last_seen", "lastlogin", "since", "until", "start", "end", "birthday",
        ]
        return name == "ts" || words.contains { name.hasSuffix($0) }
    }

    private func arrayElement(of place: Observation) -> ImportedType.ArrayElement? {
        guard place.names.isEmpty, let element = place.element else { return nil }
        switch element.count {
        case element.bools: return .bool
        case element.integers: return .int
        case element.integers + element.doubles: return .double
        case element.strings: return .string
        default: return nil
        }
    }
}

// MARK: - Collections

extension ExportInference {
    /// Whether the children with names are elements: objects of one shape, among themselves or with
    /// the elements whose keys look generated.
    private mutating func isCollection(_ place: Observation, at path: ImportedPlace) -> Bool {
        let children = place.names.compactMap { place[$0] }
        guard children.allSatisfy({ $0.objects == $0.count && $0.count > 0 }) else { return false }
        var names: [String: Int] = [:]
        for child in children + (place.element.map { [$0] } ?? []) {
            for name in child.names { names[name, default: 0] += 1 }
        }
        let total = children.count + (place.element == nil ? 0 : 1)
        // Each name is in at least half of the children, and most are in all.
        let isOneShape =
            !names.isEmpty && names.values.allSatisfy { $0 * 2 >= total }
            && names.values.filter { $0 == total }.count * 2 > names.count
        guard isOneShape, total > 2 || path.name.map(isPlural) ?? false else { return false }
        let examples = place.names.prefix(2).map { "'\($0)'" }.joined(separator: ", ")
        note(
            "taken for a collection, since its \(children.count) children (\(examples)…) have one "
                + "shape", at: path)
        return true
    }

    private func isPlural(_ name: String) -> Bool {
        name.hasSuffix("s") && !name.hasSuffix("ss")
    }

    private func keys(
        of place: Observation, at path: ImportedPlace
    ) -> (name: String?, keyType: String?) {
        let kinds = place.keyKinds
        guard let kind = kinds.keys.first, kinds.count == 1 else { return (nil, nil) }
        switch kind {
        case .userID: return ("userId", nil)
        case .date: return ("date", nil)
        case .number where !place.hasPaddedNumbers: return ("index", "Int")
        case .number, .pushID, .uuid, .name: return (nil, nil)
        }
    }
}
