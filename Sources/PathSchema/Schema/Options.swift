/// The options of generated code, from `$options` and the command line.
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
    /// A root type of the schema's own, for several schemas in one module; `nil` for the runtime's.
    package var root: String?
    /// The modules to import besides the runtime.
    package var imports: [String] = []
    /// The module that the generated code imports `Path` from.
    package var runtime = Options.typedPaths

    /// The root type of the runtime.
    static let defaultRoot = "Root"

    /// This package's own runtime library.
    package static let typedPaths = "TypedPaths"

    package init() {}
}

/// The options that have a name in `$options`. The command line has the same, in kebab-case.
package enum OptionName: String, CaseIterable, Sendable {
    case access, namespace, typePrefix, typeSuffix, root, imports

    /// The reason why a value can't be this option's; `nil` if it can.
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
        }
    }
}

extension Options {
    /// Sets an option to a value that has been checked; `imports` gains one.
    package mutating func set(_ name: OptionName, to value: String) {
        switch name {
        case .access: access = AccessLevel(rawValue: value) ?? access
        case .namespace: namespace = value
        case .typePrefix: typePrefix = value
        case .typeSuffix: typeSuffix = value
        case .root: root = value
        case .imports: if !imports.contains(value) { imports.append(value) }
        }
    }
}

/// The options as a schema wrote them, checked, with the places to show when two contradict each other.
package struct WrittenOptions: Sendable {
    var values: [(name: OptionName, value: Located<String>)] = []

    subscript(name: OptionName) -> Located<String>? {
        values.first { $0.name == name }?.value
    }
}

extension Options {
    /// The enum that phantom types are generated into: the namespace, or else a root of the schema's
    /// own, so that several schemas of one module stay out of each other's way; `nil` for none.
    package var typeNamespace: String? { namespace ?? root }
}
