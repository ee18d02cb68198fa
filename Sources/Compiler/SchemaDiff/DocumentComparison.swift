import PathSchema

/// Compares the documents that two schemas store values in, for Firestore.
struct DocumentComparison {
    private let old: Schema
    private let new: Schema
    private var list = ChangeList()

    /// The members of the root that the option adds.
    private static let member = "documents"

    init(from old: Schema, to new: Schema) {
        self.old = old
        self.new = new
        switch (old.documents, new.documents) {
        case (nil, nil): break
        case (nil, _?): list.add(.databaseChanged, at: "", "`firestore`: false → true")
        case (_?, nil):
            list.add(.databaseChanged, at: "", "`firestore`: true → false")
            list.add(
                .memberRemoved, at: "", "`\(Self.member)` removed", names: [Self.member])
        case (let documents?, let newDocuments?):
            compareCollections(documents.collections, newDocuments.collections)
            compareTimes(documents.times, newDocuments.times)
        }
    }

    var changes: [Change] { list.changes }

    private mutating func compareCollections(_ patterns: [String], _ newPatterns: [String]) {
        for pattern in patterns.missing(in: newPatterns) {
            if case .children = new.part(at: pattern) {
                list.add(.documentsMoved, at: pattern, "subcollection → map")
            }
        }
        for pattern in newPatterns.missing(in: patterns) {
            if case .children = old.part(at: pattern) {
                list.add(.documentsMoved, at: pattern, "map → subcollection")
            }
        }
    }

    private mutating func compareTimes(_ patterns: [String], _ newPatterns: [String]) {
        for pattern in patterns.missing(in: newPatterns) where new.part(at: pattern) != .missing {
            list.add(.timestampsChanged, at: pattern, "timestamp → number")
        }
        for pattern in newPatterns.missing(in: patterns) where old.part(at: pattern) != .missing {
            list.add(.timestampsChanged, at: pattern, "number → timestamp")
        }
    }
}

extension [String] {
    /// The patterns that other ones don't have, whatever the names of their placeholders.
    fileprivate func missing(in others: [String]) -> [String] {
        let others = Set(others.map { $0.unnamedKeys })
        return filter { !others.contains($0.unnamedKeys) }
    }
}

extension String {
    /// The keys of a pattern, with placeholders that have no names.
    fileprivate var unnamedKeys: [ExactText] {
        pathComponents.map { ExactText($0.utf8.first == UInt8(ascii: "<") ? "<>" : $0) }
    }
}

/// The part of a schema at a pattern.
private enum PatternPart {
    case children, value
    /// A part of a value, whose type may have it.
    case unlisted
    case missing
}

extension Schema {
    fileprivate func part(at pattern: String) -> PatternPart {
        var node = ComparedNode.type(root.id)
        for key in pattern.unnamedKeys {
            guard case .children(let children) = content(of: node) else { return .unlisted }
            if key.text == "<>" {
                guard let wildcard = children.wildcard else { return children.partOfOthers }
                node = wildcard.node
            } else {
                let member = children.members.first { $0.key.map { ExactText($0) } == key }
                guard let member else { return children.partOfOthers }
                node = .member(member, keyCount: 0)
            }
        }
        return if case .children = content(of: node) { .children } else { .value }
    }
}

extension NodeChildren {
    /// The part at a key that the schema doesn't list.
    fileprivate var partOfOthers: PatternPart { model == nil ? .missing : .unlisted }
}
