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

// MARK: - Places

/// A place in the rules with all claims about it, from any rule.
struct RulesPlace {
    private(set) var children: [(key: String, place: RulesPlace)] = []
    private var positions: [ExactText: Int] = [:]
    /// The wildcard: the variable's name without its `$`, and its place.
    var wildcard: [(name: String?, place: RulesPlace)] = []
    var index: [String] = []

    /// The claims of all `.validate` rules.
    var claims: [ShapeClaim.Content] = []
    /// The claims of all `.write` rules, which other rules can override.
    var hints: [ShapeClaim.Content] = []
    /// The types that single conditions suggest.
    var mentions: [ShapeClaim.Content] = []
    /// Whether the place exists wherever its parent does.
    var isRequired = false
    /// Whether the rules have a node for the place.
    var isDeclared = false
    /// The place's own rule, or the first that mentions it.
    var position: SourceLines.Position?

    /// Returns the place of a step.
    func child(_ step: RulesStep) -> RulesPlace? {
        switch step {
        case .any: wildcard.first?.place
        case .key(let key): positions[ExactText(key)].map { children[$0].place }
        }
    }

    func place(at steps: some Sequence<RulesStep>) -> RulesPlace? {
        steps.reduce(Optional(self)) { $0?.child($1) }
    }

    /// Adds a new child.
    mutating func add(_ key: String, _ place: RulesPlace) {
        positions[ExactText(key)] = children.count
        children.append((key, place))
    }

    /// Changes the place at a path, creating missing places on the way. Does nothing if the rules
    /// contradict a place on the way, or if no database can have the place.
    ///
    /// - Parameters:
    ///   - rule: the rule that names the path.
    ///   - names: the names of wildcard keys, by the number of steps before each.
    mutating func update(
        _ steps: [RulesStep], _ rule: RulesEvidence.Origin, names: [Int: String] = [:],
        _ change: (inout RulesPlace) -> Void
    ) {
        guard steps.allSatisfy(\.isPossible), steps.count <= KeyRules.maximumDepth else { return }
        update(steps[...], names) { place in
            place.position = place.position ?? rule.position
            change(&place)
        }
    }

    /// Gives the children that the rules require, without a node of their own, the evidence about
    /// the variable that covers them: `from` in `hasChildren(['from'])` beside `$side`.
    mutating func coverChildren() {
        let cover = wildcard.first?.place
        for position in children.indices {
            let child = children[position].place
            if let cover, cover.isDeclared, child.isRequired, !child.isDeclared {
                // Not so below: each level would double the whole.
                children[position].place.add(cover)
            } else {
                children[position].place.coverChildren()
            }
        }
        for position in wildcard.indices { wildcard[position].place.coverChildren() }
    }

    /// Adds the evidence about another place.
    private mutating func add(_ other: RulesPlace) {
        if index.isEmpty { index = other.index }
        claims += other.claims
        hints += other.hints
        mentions += other.mentions
        for (key, place) in other.children {
            if let position = positions[ExactText(key)] {
                children[position].place.add(place)
                if place.isRequired { children[position].place.isRequired = true }
            } else {
                add(key, place)
            }
        }
        if wildcard.isEmpty {
            wildcard = other.wildcard
        } else if let place = other.wildcard.first?.place {
            wildcard[0].place.add(place)
        }
    }

    private mutating func update(
        _ steps: ArraySlice<RulesStep>, _ names: [Int: String],
        _ change: (inout RulesPlace) -> Void
    ) {
        guard let step = steps.first else { return change(&self) }
        guard !isValue else { return }
        let rest = steps.dropFirst()
        switch step {
        case .any:
            if wildcard.isEmpty {
                // If the rules list fixed keys, there are no others.
                guard children.isEmpty else { return }
                wildcard = [(names[steps.startIndex], RulesPlace())]
            }
            wildcard[0].place.update(rest, names, change)
        case .key(let key):
            let position = positions[ExactText(key)] ?? children.endIndex
            if position == children.endIndex { add(key, RulesPlace()) }
            children[position].place.update(rest, names, change)
        }
    }

    /// Whether the rules show that the place has a value without children.
    private var isValue: Bool {
        let shape = ValueShape(claims)
        return children.isEmpty && wildcard.isEmpty && !shape.kinds.isEmpty
            && !shape.kinds.contains(.children)
    }
}

extension RulesStep {
    /// Whether a database can have such a key.
    fileprivate var isPossible: Bool {
        guard case .key(let key) = self, case .child = KeyRules.kind(of: key) else {
            return self == .any
        }
        return true
    }
}
