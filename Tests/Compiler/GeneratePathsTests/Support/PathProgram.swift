import PathCodegen
import PathSchema

/// A program that goes down every way through a schema's generated code, and prints where each leads.
///
/// It is `nonisolated`, whatever the default isolation of its module is.
///
/// The keys that it gives are the placeholders themselves, `"<messageId>"`, so that what is rendered
/// are the paths as the schema has them. A line is a path, and the type of what is there; `_` is a
/// type that the schema generates. The program compiles only if the paths have those types.
struct PathProgram {
    private let schema: Schema
    private var statements: [String] = []

    /// The program's part for one schema, to be run by `main.swift` with `run(\(name).self)`.
    static func text(_ name: String, for schema: Schema) -> String {
        var program = PathProgram(schema: schema)
        program.visit(schema.root, at: "Path<\(program.typeName(schema.root.id))>()", on: [])
        let code = Rendering.swift.render(schema, from: [])
        let imports = code.contains("import Foundation\n") ? "import Foundation\n\n" : ""
        return imports + """
            nonisolated enum \(name): Program {
                @available(*, deprecated, message: "so that it may use what is deprecated")
                static func showAll() {
            \(program.statements.joined())    }
            }

            """
    }

    /// Code that the parts share.
    static let support = """
        import TypedPaths

        nonisolated protocol Program {
            static func showAll()
        }

        nonisolated func run<P: Program>(_ program: P.Type) {
            P.showAll()
        }

        nonisolated func show<P: PathProtocol>(_ path: P, as type: P.Type, _ name: String) {
            print("\\(path.rendered): \\(name)")
        }

        """

    private init(schema: Schema) {
        self.schema = schema
    }

    /// - Parameter chain: the types that this one is inside of: a tree that recurs is followed once.
    private mutating func visit(
        _ type: ElementType, at path: String, on chain: [ElementType.ID]
    ) {
        let chain = chain + [type.id]
        for member in type.members {
            visit(member, of: path)
            switch member.element {
            case .declared(let element), .recurring(let element):
                if !chain.contains(element) {
                    visit(schema[element], at: path + use(of: member), on: chain)
                }
            case .value:
                break
            }
        }
    }

    /// Shows the path of a member, of its elements, and both ways to those.
    private mutating func visit(_ member: Member, of path: String) {
        let keys = keys(of: member)
        if member.key != nil {
            for count in 0...keys.count {
                let children = keys[..<count].map { ".child(\($0))" }.joined()
                show("\(path).\(Self.used(member.name))\(children)", member, count)
            }
        }
        if let accessor = member.accessorName, !keys.isEmpty {
            // Other runtimes have accessors with one key only.
            let isOwn = schema.options.runtime == Options.typedPaths
            for count in 1...keys.count {
                let called = isOwn ? count : 1
                let children = keys[called..<count].map { ".child(\($0))" }.joined()
                show(
                    "\(path)\(call(accessor, of: member, keyCount: called))\(children)", member,
                    count)
            }
        }
    }

    /// The static type is that of the expression by itself: `type` gives it no context.
    private mutating func show(_ expression: String, _ member: Member, _ keyCount: Int) {
        let keyTypes = member.placeholders[keyCount...].map(\.keyType)
        let type = Self.pathType(typeName(of: member.element), keyTypes: keyTypes)
        let label = Self.pathType(label(of: member.element), keyTypes: keyTypes)
        statements.append(
            "    do { let path = \(expression); show(path, as: \(type).self, \"\(label)\") }\n")
    }

    private func use(of member: Member) -> String {
        guard let accessor = member.accessorName else {
            return ".\(Self.used(member.name))"
        }
        return call(accessor, of: member, keyCount: member.placeholders.count)
    }

    /// All keys but the first have labels.
    private func call(_ accessor: String, of member: Member, keyCount: Int) -> String {
        let arguments = zip(keys(of: member), member.placeholders).prefix(keyCount).enumerated().map
        {
            $0.offset == 0 ? $0.element.0 : "\(Self.label($0.element.1.parameter)): \($0.element.0)"
        }
        return ".\(Self.used(accessor))(\(arguments.joined(separator: ", ")))"
    }

    private func keys(of member: Member) -> [String] {
        member.placeholders.map { placeholder in
            placeholder.keyType == "Int"
                ? "Int(\(DatabasePaths.integerKey))"
                : "\(placeholder.keyType)(\"<\(placeholder.text)>\")"
        }
    }

    /// - Parameter keyTypes: those of the collections around the element, from the outermost.
    static func pathType(_ element: String, keyTypes: [String]) -> String {
        guard let first = keyTypes.first else { return "Path<\(element)>" }
        let rest = Array(keyTypes.dropFirst())
        let value = rest.isEmpty ? element : pathType(element, keyTypes: rest)
        return first == "String"
            ? "Path<\(value)>.Collection" : "Path<\(value)>.KeyedCollection<\(first)>"
    }

    private func typeName(of element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let type), .recurring(let type): typeName(type)
        }
    }

    private func typeName(_ id: ElementType.ID) -> String {
        let type = schema[id]
        guard type.kind == .phantom, let namespace = schema.options.typeNamespace else {
            return type.kind == .model ? type.name : "`\(type.name)`"
        }
        return "`\(namespace)`.`\(type.name)`"
    }

    private func label(of element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let type), .recurring(let type):
            schema[type].kind == .model ? schema[type].name : "_"
        }
    }

    /// The label of an argument, where nearly all keywords can do without back-ticks.
    private static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// A member after a dot, where nearly all keywords can do without back-ticks.
    private static func used(_ name: String) -> String {
        ["self", "init", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }
}
