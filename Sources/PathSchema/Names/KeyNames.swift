/// What keys are called in Swift, each worked out once: in a large schema the same keys stand under many
/// nodes.
struct KeyNames {
    private var members = NameMap(Name.unknown)
    private var singulars = NameMap(Name.unknown)
    private var parameters = NameMap(Name.unknown)
    private var types = NameMap(Name.unknown)
    private var elementTypes = NameMap(Name.unknown)

    /// The member for a key; `nil` if no name can be made of it.
    mutating func member(for key: Name, in names: inout NameTable) -> Name? {
        if names.isCamelCase(key) { return key }
        return Self.cached(key, in: &members) {
            Namer.member(for: names[key])
                .flatMap { Identifier.canBeMember($0) ? names.name(of: $0) : nil }
        }
    }

    /// A member's name in the singular.
    mutating func singular(of member: Name, in names: inout NameTable) -> Name {
        Self.cached(member, in: &singulars) {
            guard names.isCamelCase(member) else {
                return names.name(of: Namer.singular(names[member]))
            }
            let change = names.withUTF8(of: member) { Singular.change(for: $0[...]) }
            return names.name(of: member, droppingLast: change.drop, appending: change.append)
        } ?? member
    }

    /// The parameter for the text of a placeholder.
    mutating func parameter(for placeholder: Name, in names: inout NameTable) -> Name {
        if names.isCamelCase(placeholder), !names.isText("self", of: placeholder) {
            return placeholder
        }
        return Self.cached(placeholder, in: &parameters) {
            names.name(of: Namer.parameter(forPlaceholder: names[placeholder]))
        } ?? placeholder
    }

    /// The phantom type for a key; `nil` if no name can be made of it.
    mutating func type(for key: Name, in names: inout NameTable) -> Name? {
        Self.cached(key, in: &types) {
            Namer.type(for: names[key]).map { names.name(of: $0) }
        }
    }

    /// The phantom type for the elements of a collection.
    mutating func elementType(for key: Name, in names: inout NameTable) -> Name? {
        if names.isCamelCase(key) {
            let singular = singular(of: key, in: &names)
            return names.name(capitalizing: singular)
        }
        return Self.cached(key, in: &elementTypes) {
            Namer.type(for: names[key]).map { names.name(of: Namer.singular($0)) }
        }
    }

    private static func cached(
        _ name: Name, in cache: inout NameMap<Name>, _ make: () -> Name?
    ) -> Name? {
        if cache[name] == .unknown {
            cache[name] = make() ?? .none
        }
        return cache[name] == .none ? nil : cache[name]
    }
}
