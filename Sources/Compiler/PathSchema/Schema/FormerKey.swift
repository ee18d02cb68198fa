/// A key that a member had in an earlier version of the schema, by `$was`.
package struct FormerKey: Sendable {
    package let key: String
    /// The property that is kept for the key; `nil` if the member's own has the same name.
    package let name: String?
    /// The accessor that is kept for the key; `nil` if the member's own has the same name.
    package let accessorName: String?
}

extension FormerKey {
    /// - Parameter accessor: the accessor of the member; `nil` if the member isn't a collection.
    init(_ key: String, ofMember name: String, accessor: String?) {
        self.key = key
        let property = Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
        self.name = property == name ? nil : property
        let singular = property.map(Namer.singular)
        let isKept = accessor != nil && singular != accessor
        accessorName = isKept ? singular.flatMap { Identifier.canBeMember($0) ? $0 : nil } : nil
    }
}
