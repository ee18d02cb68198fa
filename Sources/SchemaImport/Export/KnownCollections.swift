/// The collections of an export with some of their keys, by which others are known.
///
/// What is at `messages/-L8z…` belongs to the chatroom of that key, and so the placeholder there is
/// `<chatroomId>`.
struct KnownCollections {
    private var all: [(path: ImportedPlace, keys: Set<String>)] = []

    /// Adds a collection of things that have children of their own.
    mutating func add(_ place: Observation, at path: ImportedPlace) {
        guard let element = place.element, !element.children.isEmpty, !place.sampleKeys.isEmpty,
            path.name != nil
        else { return }
        all.append((path, place.sampleKeys))
    }

    /// The first collection that has all of some keys.
    func place(with keys: Set<String>) -> ImportedPlace? {
        all.first { keys.isSubset(of: $0.keys) }?.path
    }

    /// What keys are called elsewhere; `nil` if they are keys of nothing else.
    func name(of keys: Set<String>, besides path: ImportedPlace) -> String? {
        guard !all.contains(where: { $0.path == path }) else { return nil }
        let other = all.first { collection in
            let common = collection.keys.intersection(keys).count
            return common > 0 && common * 2 >= min(keys.count, collection.keys.count)
        }
        guard let key = other?.path.name, let member = SwiftNames.member(for: key) else {
            return nil
        }
        return SwiftNames.singular(member) + "Id"
    }
}
