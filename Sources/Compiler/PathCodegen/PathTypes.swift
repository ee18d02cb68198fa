import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// The prefix of a generated type's name: the namespace and a dot, or empty.
    let namespace: String
    /// The names of the schema's types, in the schema's order.
    private let names: [String]

    init(_ schema: Schema) {
        let namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        self.namespace = namespace
        names = schema.types.map { type in
            switch type.kind {
            case .root: Identifier.declaredType(type.name)
            case .phantom: namespace + Identifier.declaredType(type.name)
            case .model: type.name
            }
        }
    }

    var root: String { names[0] }

    subscript(type: ElementType.ID) -> String { names[type.index] }

    /// Returns the name of an element's type.
    subscript(element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let type), .recurring(let type): self[type]
        }
    }

    /// Returns the type of the path to a member or, after some of its keys, to an element.
    func path(to member: Member, afterKeys count: Int) -> String {
        PathType(to: self[member.element], keys: member.placeholders[count...]).text
    }

    /// Returns the type of the path to the root of a part.
    func path(to part: SchemaPart) -> String {
        part.member.map { path(to: $0.0, afterKeys: $0.keyCount) } ?? "Path<\(root)>"
    }
}

/// The type of a path.
struct PathType {
    /// The generic argument.
    let element: String
    /// The text after the generic argument.
    let suffix: String

    /// Creates the type of a path to an element, or to a collection around it if some keys are
    /// missing.
    init(to element: String, keys: ArraySlice<SchemaPlaceholder>) {
        guard let key = keys.first else {
            (self.element, suffix) = (element, "")
            return
        }
        self.element =
            keys.count == 1 ? element : PathType(to: element, keys: keys.dropFirst()).text
        suffix = key.hasTypeOfItsOwn ? ".KeyedCollection<\(key.keyType)>" : ".Collection"
    }

    var text: String { "Path<\(element)>\(suffix)" }

    /// The number of bytes that the type has in addition to `Path<>`.
    var byteCount: Int { element.utf8.count + suffix.utf8.count }
}

// MARK: - Uses of members

extension Schema {
    /// The number of keys that the longest accessor of a collection takes. Runtimes other than
    /// TypedPaths append the keys of collections one at a time.
    package func maximumKeyCount(of member: Member) -> Int {
        options.runtime == Options.typedPaths ? member.placeholders.count : 1
    }
}

/// A property or an accessor as code uses it.
package struct MemberUse: Equatable, Sendable {
    /// The name with its argument labels: `rooms`, `room(_:)`, `post(_:postId:)`.
    package let name: String
    /// The labels of an accessor's arguments; `nil` for the first.
    package let labels: [String?]
    package let parameterTypes: [String]
    /// The type of the path that it returns.
    package let type: String
}

/// The members that generated code declares for a schema, as code uses them.
package struct MemberUses {
    private let schema: Schema
    private let types: PathTypes

    package init(_ schema: Schema) {
        self.schema = schema
        types = PathTypes(schema)
    }

    /// Returns a type's name as code outside of the namespace spells it.
    package func name(of type: ElementType.ID) -> String { types[type] }

    /// Returns the name of an element's type.
    package func name(of element: Element) -> String { types[element] }

    /// Returns the property and the accessors of a member.
    package func uses(of member: Member) -> [MemberUse] {
        uses(of: member, property: member.key == nil ? nil : member.name, member.accessorName)
    }

    /// Returns the deprecated members of the keys that a member had before.
    package func formerUses(of member: Member) -> [MemberUse] {
        member.formerKeys.flatMap { uses(of: member, property: $0.name, $0.accessorName) }
    }

    private func uses(of member: Member, property: String?, _ accessor: String?) -> [MemberUse] {
        var uses: [MemberUse] = []
        if let property {
            uses.append(
                MemberUse(
                    name: property, labels: [], parameterTypes: [],
                    type: types.path(to: member, afterKeys: 0)))
        }
        guard let accessor, !member.placeholders.isEmpty else { return uses }
        for keyCount in 1...schema.maximumKeyCount(of: member) {
            let keys = member.placeholders.prefix(keyCount)
            let labels = keys.enumerated().map { $0.offset == 0 ? nil : $0.element.parameter }
            uses.append(
                MemberUse(
                    name: "\(accessor)(\(labels.map { "\($0 ?? "_"):" }.joined()))",
                    labels: labels, parameterTypes: keys.map(\.keyType),
                    type: types.path(to: member, afterKeys: keyCount)))
        }
        return uses
    }
}
