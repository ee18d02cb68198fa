/// Gives models names that differ from each other and from what they must not hide.
///
/// Of two that would like one name, both take that of what is around them in front: `UserAddress`,
/// `OrderAddress`.
enum ModelNames {
    static func assign(to models: inout [DraftModel], besides taken: Set<String>) {
        var names = models.map { $0.base }
        var qualifiers = models.map { $0.enclosing }
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
            let name = unused(names[position], used)
            used.insert(name)
            models[position].name = name
        }
    }

    /// The positions of names that others have, too.
    private static func clashes(_ names: [String]) -> [Int] {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.indices.filter { counts[names[$0], default: 0] > 1 }
    }

    /// A name like this that nothing else has.
    private static func unused(_ name: String, _ used: Set<String>) -> String {
        let isFree = { !used.contains($0) && !SwiftNames.isTaken($0) }
        for candidate in [name, name + "Record"] where isFree(candidate) { return candidate }
        var number = 2
        while !isFree("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }
}
