import PathSchema
import SecurityRules

/// Infers the kinds of the rules' places: branches, collections, and leaves with their types.
struct RulesTree {
    let root: RulesPlace
    private(set) var notes: [ImportNote] = []

    mutating func imported(_ place: RulesPlace, at path: ImportedPlace) -> ImportedNode {
        var node: ImportedNode
        if place.children.isEmpty, place.wildcard.isEmpty {
            node = leaf(place, at: path)
        } else {
            let kinds = ValueShape(place.claims).kinds
            if !kinds.isEmpty, kinds != [.children] {
                note("children here, and the rules speak of a value, too", at: path)
            }
            node = branch(place, at: path)
        }
        node.index = place.index
        return node
    }

    private mutating func branch(_ place: RulesPlace, at path: ImportedPlace) -> ImportedNode {
        let children = place.children.map { key, child in
            ImportedNode.Child(
                key, imported(child, at: path.appending(key)), isOptional: !child.isRequired)
        }
        let wildcard = place.wildcard.first.map { name, element in
            ImportedNode.Wildcard(
                name: name, keyType: element.claims.contains(.integerKey) ? "Int" : nil,
                imported(element, at: path.element))
        }
        if let array = Self.array(children, wildcard) { return array }
        var node = ImportedNode(.branch(children: children, wildcard: wildcard))
        node.isRecord = wildcard == nil && children.contains { !$0.isOptional }
        return node
    }

    /// Returns an array if the children are named 0, 1 and so on.
    private static func array(
        _ children: [ImportedNode.Child], _ wildcard: ImportedNode.Wildcard?
    ) -> ImportedNode? {
        guard children.count > 1, let first = children.first,
            children.allSatisfy({ $0.node.shape == first.node.shape }),
            wildcard.map({ $0.keyType == "Int" && $0.node.shape == first.node.shape }) ?? true,
            children.map(\.key) == children.indices.map({ "\($0)" }),
            case .leaf(let type) = first.node.shape
        else { return nil }
        return switch type {
        case .bool, .int, .double, .string: ImportedNode(.leaf(.array(of: type)))
        default: nil
        }
    }

    private mutating func note(_ message: String, at path: ImportedPlace) {
        notes.append(ImportNote(message, at: path))
    }

    /// Notes that numbers may be dates, if the place is named so.
    private mutating func noteDate(_ place: RulesPlace, at path: ImportedPlace) {
        guard let name = path.name, NumberWords.date.match(name) else { return }
        notes.append(
            ImportNote(
                "may be dates, by the name: make them Date if they are milliseconds since 1970",
                at: path, position: place.position))
    }
}

// MARK: - Values

extension RulesTree {
    private mutating func leaf(_ place: RulesPlace, at path: ImportedPlace) -> ImportedNode {
        let shape = shape(of: place, depth: 0)
        if shape.isContradictory, !shape.kinds.contains(.children) {
            note("the rules demand several types of one value", at: path)
            return ImportedNode(.leaf(.mixed))
        }
        switch shape.kinds {
        case [.string]: return ImportedNode(.leaf(text(shape, at: place)))
        case [.string, .number] where shape.isKeyPart: return ImportedNode(.leaf(.string))
        case [.number]:
            let type = number(shape, at: place)
            if type == .int || type == .double { noteDate(place, at: path) }
            return ImportedNode(.leaf(type))
        case [.bool]: return ImportedNode(.leaf(shape.isAlwaysTrue ? .membership : .bool))
        case []: return unknown(place, shape, at: path)
        case [.children]: return unknown("the rules don't say which children are here")
        case _ where shape.kinds.contains(.children):
            return unknown("the rules allow a value and children here")
        default: return ImportedNode(.leaf(.mixed))
        }
    }

    /// Returns the shape of a value, by the firmest evidence available.
    private func shape(of place: RulesPlace, depth: Int) -> ValueShape {
        let demanded = ValueShape(place.claims)
        if demanded.isOpen { return demanded }
        for shape in [demanded, ValueShape(place.hints)] {
            if !shape.kinds.isEmpty { return shape }
            if let same = self.shape(ofPlaces: shape.same, depth: depth) { return same }
        }
        let mentioned = place.mentions.map { ValueShape([$0.general]) }
            .filter { !$0.kinds.isEmpty }
        if let first = mentioned.first {
            return mentioned.dropFirst().reduce(first) { $0.joined(with: $1) }
        }
        for shape in place.mentions.map({ ValueShape([$0]) }).prefix(Self.maximumPlaces) {
            if let same = self.shape(ofPlaces: shape.same, depth: depth) { return same }
        }
        // Values that are ordered have one type.
        let ordered = ValueShape(place.claims + place.hints + place.mentions).ordered
        for other in ordered.prefix(Self.maximumPlaces) {
            switch shape(ofPlaces: [other], depth: depth)?.kinds {
            case [.number]: return ValueShape([.number])
            case [.string]: return ValueShape([.string])
            default: continue
            }
        }
        return demanded
    }

    /// The maximum depth of references between values that share a type, and the maximum number of
    /// values.
    private static let maximumDepth = 4
    private static let maximumPlaces = 8

    /// Returns the common shape of values; `nil` if the rules don't show it for all of them.
    private func shape(ofPlaces places: [[RulesStep]], depth: Int) -> ValueShape? {
        guard depth < Self.maximumDepth, places.count <= Self.maximumPlaces,
            let first = places.first
        else { return nil }
        let shapes = places.map { steps in
            root.place(at: steps).map { self.shape(of: $0, depth: depth + 1) } ?? ValueShape([])
        }
        let kinds = Set(shapes.map(\.kinds))
        guard !first.isEmpty, kinds.count == 1, kinds != [[]] else { return nil }
        return shapes.dropFirst().reduce(shapes[0]) { $0.joined(with: $1) }
    }

    /// Returns the type of a text. Several listed texts are a choice, which includes those that
    /// rules mention elsewhere.
    private func text(_ shape: ValueShape, at place: RulesPlace) -> ImportedType {
        guard var texts = shape.texts, texts.count > 1,
            !place.claims.isEmpty || !place.hints.isEmpty
        else { return .string }
        for case .oneOf(let others) in place.mentions + place.hints {
            texts += others.filter { !texts.contains($0) }
        }
        return .choice(texts)
    }

    private func number(_ shape: ValueShape, at place: RulesPlace) -> ImportedType {
        let hint = ValueShape(place.hints)
        if shape.isServerTime || hint.isServerTime { return .serverTime }
        let isDate =
            shape.isDate || hint.isDate || place.mentions.contains(.date)
            || (shape.ordered + hint.ordered).contains { steps in
                root.place(at: steps).map { self.shape(of: $0, depth: 3).isDate } ?? false
            }
        if isDate { return .date }
        return shape.isInteger || hint.isInteger ? .int : .double
    }

    private mutating func unknown(
        _ place: RulesPlace, _ shape: ValueShape, at path: ImportedPlace
    ) -> ImportedNode {
        if shape.isOpen {
            return unknown("the rules allow anything in one of their alternatives")
        }
        return unknown("the rules don't say what is here")
    }

    private func unknown(_ comment: String) -> ImportedNode {
        var node = ImportedNode.unknown
        node.comments = [comment]
        return node
    }
}

extension ShapeClaim.Content {
    /// The part of the claim that holds even if rules only mention it.
    fileprivate var general: ShapeClaim.Content {
        switch self {
        case .oneOf: .string
        case .alwaysTrue: .bool
        case .serverTime: .date
        default: self
        }
    }
}
