/// Gives models and choices unique names that don't hide other types.
///
/// If two have the same preferred name, both are qualified with the names of their enclosing nodes:
/// `UserAddress`, `OrderAddress`.
enum ModelNames {
    static func assign(
        to models: inout [DraftModel], _ choices: inout [DraftChoice]
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
        var used: Set<String> = []
        for position in models.indices {
            models[position].name = unused(names[position], or: "Record", &used)
        }
        for position in choices.indices {
            choices[position].name = unused(names[models.count + position], or: "Value", &used)
        }
    }

    /// Returns the indexes of names that occur more than once.
    private static func clashes(_ names: [String]) -> [Int] {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.indices.filter { counts[names[$0], default: 0] > 1 }
    }

    /// Returns and reserves a unique name that resembles a preferred one.
    private static func unused(
        _ name: String, or suffix: String, _ used: inout Set<String>
    ) -> String {
        let others = used
        let isFree = { !others.contains($0) && !SwiftNames.isTaken($0) }
        let free =
            [name, name + suffix].first(where: isFree) ?? name.numbered(where: isFree)
        used.insert(free)
        return free
    }
}
