/// What keys are called in Swift, each worked out once: in a large schema the same keys stand under many
/// nodes.
struct KeyNames {
    private var members: [Name?] = []
    private var singulars: [Name?] = []
    private var parameters: [Name?] = []

    /// The member for a key; `nil` if no name can be made of it.
    mutating func member(for key: Name, in names: inout NameTable) -> Name? {
        Self.cached(key, in: &members) {
            Namer.member(for: names[key])
                .flatMap { Identifier.canBeMember($0) ? names.name(of: $0) : nil }
        }
    }

    /// A member's name in the singular.
    mutating func singular(of member: Name, in names: inout NameTable) -> Name {
        Self.cached(member, in: &singulars) {
            names.name(of: Namer.singular(names[member]))
        } ?? member
    }

    /// The parameter for the text of a placeholder.
    mutating func parameter(for placeholder: Name, in names: inout NameTable) -> Name {
        Self.cached(placeholder, in: &parameters) {
            names.name(of: Namer.parameter(forPlaceholder: names[placeholder]))
        } ?? placeholder
    }

    private static func cached(
        _ name: Name, in cache: inout [Name?], _ make: () -> Name?
    ) -> Name? {
        if name.position >= cache.count {
            cache += repeatElement(nil, count: name.position + 1024 - cache.count)
        }
        if let known = cache[name.position] { return known }
        cache[name.position] = make()
        return cache[name.position]
    }
}
