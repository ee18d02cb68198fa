import PathSchema

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
