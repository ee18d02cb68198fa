/// A key that a member had in an earlier version of the schema, by `$was`.
package struct FormerKey: Sendable {
    package let key: String
    /// The property that is kept for the key; `nil` if the member's own has the same name.
    package let name: String?
    /// The accessor that is kept for the key; `nil` if the member's own has the same name.
    package let accessorName: String?
}

extension FormerKey {
    /// Returns the former keys of a member. Of keys with the same names, the first has the kept members.
    ///
    /// - Parameter accessor: the accessor of the member; `nil` if the member isn't a collection.
    static func list(
        of keys: [String], ofMember property: String, accessor: String?
    ) -> [FormerKey] {
        var properties: Set = [property]
        var accessors: Set = [accessor]
        return keys.map { key in
            let name = Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
            let singular = accessor == nil ? nil : name.map(Namer.singular)
            return FormerKey(
                key: key,
                name: name.flatMap { properties.insert($0).inserted ? $0 : nil },
                accessorName: singular.flatMap {
                    Identifier.canBeMember($0) && accessors.insert($0).inserted ? $0 : nil
                })
        }
    }
}
