/// Gives models and choices names that differ from each other and from what they must not hide.
///
/// Of two that would like one name, both take that of what is around them in front: `UserAddress`,
/// `OrderAddress`.
enum ModelNames {
    static func assign(
        to models: inout [DraftModel], _ choices: inout [DraftChoice], besides taken: Set<String>
    ) {
        var names = models.map(\.base) + choices.map(\.base)
        var qualifiers = models.map(\.enclosing) + choices.map(\.enclosing)
        var clashes = self.clashes(names)
        while clashes.contains(where: { !qualifiers[$0].isEmpty }) {
            for position in clashes {
                guard let qualifier = qualifiers[position].popLast() else { continue }
                names[position] = qualifier + names[position]
            }
            clashes = self.clashes(names)
        }
        var used = taken
        for position in models.indices {
            models[position].name = unused(names[position], or: "Record", &used)
        }
        for position in choices.indices {
            choices[position].name = unused(names[models.count + position], or: "Value", &used)
        }
    }

    /// The positions of names that others have, too.
    private static func clashes(_ names: [String]) -> [Int] {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.indices.filter { counts[names[$0], default: 0] > 1 }
    }

    /// A name like this that nothing else has, which it takes.
    private static func unused(
        _ name: String, or suffix: String, _ used: inout Set<String>
    ) -> String {
        let others = used
        let isFree = { !others.contains($0) && !SwiftNames.isTaken($0) }
        let free =
            [name, name + suffix].first(where: isFree) ?? SwiftNames.numbered(name, where: isFree)
        used.insert(free)
        return free
    }
}
