/// The options for generated code, from `$options` and the command line.
package struct Options: Sendable {
    package enum AccessLevel: String, CaseIterable, Sendable {
        case `internal`, `public`, package
    }

    /// The access level of generated code.
    package var access = AccessLevel.internal
    /// The enum around all generated types; `nil` for none.
    package var namespace: String?
    /// A prefix of derived type names.
    package var typePrefix = ""
    /// A suffix of derived type names.
    package var typeSuffix = ""
    /// The schema's own root type, for several schemas in one module; `nil` for the runtime's.
    package var root: String?
    /// The modules to import in addition to the runtime.
    package var imports: [String] = []
    /// The module that the generated code imports `Path` from.
    package var runtime = Options.typedPaths

    /// Whether Swift's compiler checks that the app's types agree with the schema.
    package var typeChecks = true

    /// Whether the generated code lists the types of all data, to check what is stored.
    package var dataChecks = false

    /// Whether the database is Firestore's, whose collections and documents the generated code lists.
    package var firestore = false

    /// The root type of the runtime.
    static let defaultRoot = "Root"

    /// This package's own runtime library.
    package static let typedPaths = "TypedPaths"

    /// The library that checks what is stored.
    package static let typedDatabase = "TypedDatabase"

    /// The library that stores values in Firestore.
    package static let typedDatabaseFirestore = "TypedDatabaseFirestore"

    package init() {}
}

/// The names of options in `$options`. The command line has the same names in kebab-case.
package enum OptionName: String, CaseIterable, Sendable {
    case access, namespace, typePrefix, typeSuffix, root, imports, typeChecks, dataChecks, firestore

    /// Returns the reason why the option can't have a value; `nil` if it can.
    package func problem(with value: String) -> String? {
        switch self {
        case .access:
            let levels = Options.AccessLevel.allCases.map(\.rawValue)
            return levels.contains(value)
                ? nil : "\(Visible.quoted(value)) is not one of \(levels.joined(separator: ", "))"
        case .namespace, .root, .typePrefix:
            return Identifier.isIdentifier(value)
                ? nil : "\(Visible.quoted(value)) is not a valid Swift type name"
        case .typeSuffix:
            return Identifier.isIdentifier("_\(value)")
                ? nil : "\(Visible.quoted(value)) can't end a Swift type name"
        case .imports:
            return value.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { Identifier.isWithoutBackTicks(String($0)) }
                ? nil : "\(Visible.quoted(value)) is not a valid module name"
        case .typeChecks, .dataChecks, .firestore:
            return ["true", "false"].contains(value)
                ? nil : "\(Visible.quoted(value)) is neither true nor false"
        }
    }
}

extension Options {
    /// Sets an option to a validated value. For `imports`, the value is appended.
    package mutating func set(_ name: OptionName, to value: String) {
        switch name {
        case .access: access = AccessLevel(rawValue: value) ?? access
        case .namespace: namespace = value
        case .typePrefix: typePrefix = value
        case .typeSuffix: typeSuffix = value
        case .root: root = value
        case .imports: if !imports.contains(value) { imports.append(value) }
        case .typeChecks: typeChecks = value == "true"
        case .dataChecks: dataChecks = value == "true"
        case .firestore: firestore = value == "true"
        }
    }
}

/// The validated options of a schema, with their source ranges for reporting contradictions.
package struct WrittenOptions: Sendable {
    var values: [(name: OptionName, value: Located<String>)] = []

    subscript(name: OptionName) -> Located<String>? {
        values.first { $0.name == name }?.value
    }
}

extension Options {
    /// The namespace of phantom types: the option's, or else the schema's own root type, so that
    /// several schemas can share a module; `nil` for the top level.
    package var typeNamespace: String? { namespace ?? root }
}
