/// The names of placeholders, for writing places.
///
/// Places are always written in the schema's notation: `chatrooms/<chatroomId>/name`.
struct PlaceNames {
    private var names: [ImportedPlace: String] = [:]

    /// - Parameter element: the place of the collection's element.
    mutating func add(_ name: String, for element: ImportedPlace) {
        if names[element] == nil { names[element] = name }
    }

    func text(of place: ImportedPlace) -> String {
        guard !place.steps.isEmpty else { return "the root" }
        var current = ImportedPlace()
        return place.steps.map { step in
            switch step {
            case .key(let key):
                current = current.appending(key)
                return key
            case .any:
                current = current.element
                return "<\(names[current] ?? "key")>"
            }
        }
        .joined(separator: "/")
    }
}
