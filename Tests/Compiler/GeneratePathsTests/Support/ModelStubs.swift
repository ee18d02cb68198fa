import PathSchema

/// The app's part of a module: declarations of the models and keys that a schema names.
///
/// `Chat.Message` becomes an enum with a struct in it, `Page<Post>` a generic struct, and what takes
/// the place of a placeholder a `PathKey`.
struct ModelStubs {
    private var models: Set<String> = []
    private var keys: Set<String> = []
    /// The properties of each model.
    private var properties: [String: [(name: String, type: String)]] = [:]

    static func file(for schemas: [Schema]) -> SwiftFile {
        var stubs = ModelStubs()
        for schema in schemas {
            stubs.add(schema)
        }
        return SwiftFile("Models.swift", stubs.declarations)
    }

    private mutating func add(_ schema: Schema) {
        for check in schema.checks {
            guard case .property(let name, let model, let type) = check.kind else { continue }
            let outer = model.prefix { $0 != "<" }
            properties[outer == model ? model : "\(outer)<", default: []]
                .append((Identifier.declared(name), type ?? "Int"))
        }
        for type in schema.types {
            if type.kind == .model {
                addNames(of: type.name)
            }
            for member in type.members {
                if case .value(let name) = member.element {
                    addNames(of: name)
                }
                keys.formUnion(member.placeholders.map(\.keyType))
            }
        }
    }

    /// Notes the names in a type, such as `[User.ID: Page<Post>]`; a generic one with its `<`.
    private mutating func addNames(of type: String) {
        var name = ""
        for character in type + " " {
            if character == "<" {
                models.insert(name + "<")
                name = ""
            } else if "[]:?>, ".contains(character) {
                models.insert(name)
                name = ""
            } else {
                name.append(character)
            }
        }
    }

    private var declarations: String {
        let types = models.union(keys).subtracting(Self.standard).sorted()
        let outer = Set(types.compactMap { Self.parts(of: $0).outer }).sorted()
        let usesFoundation = properties.values.joined()
            .contains { $0.type.contains(/Data|Date|Decimal|TimeInterval|URL|UUID/) }
        return (usesFoundation ? "public import Foundation\n" : "")
            + (keys.isSubset(of: Self.standard) ? "" : "public import TypedPaths\n\n")
            + outer.map { "public enum \($0) {}\n" }.joined()
            + types.map(declaration).joined()
    }

    private func declaration(of type: String) -> String {
        let isGeneric = type.hasSuffix("<")
        let (outer, name) = Self.parts(of: isGeneric ? String(type.dropLast()) : type)
        let isKey = keys.contains(type)
        let parameter = isGeneric ? "<Item>" : ""
        var seen: Set<String> = []
        let properties = (properties[type] ?? []).filter { seen.insert($0.name).inserted }
            .map { "public var \($0.name): \($0.type) { fatalError() }" }
        // Swift synthesizes a `hashValue` of its own.
        let hashing = seen.contains("hashValue") ? "" : "Hashable, "
        let head = "public nonisolated struct \(name)\(parameter): \(hashing)Sendable"
        let body =
            isKey
            ? ", PathKey { public let pathKey: String; "
                + "public init(pathKey: String) { self.pathKey = pathKey }; "
                + "public init(_ key: String) { pathKey = key } }"
            : " { \(properties.joined(separator: "; ")) }"
        return outer.map { "extension \($0) { \(head)\(body) }\n" } ?? "\(head)\(body)\n"
    }

    /// `Chat` and `Message` of `Chat.Message`.
    private static func parts(of type: String) -> (outer: String?, name: String) {
        let parts = type.split(separator: ".").map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : (nil, type)
    }

    private static let standard: Set = [
        "", "Bool", "Double", "Float", "Int", "Int32", "Int64", "Set<", "String", "Substring",
        "UInt", "UInt8", "Data", "Date", "Decimal", "TimeInterval", "URL", "UUID",
    ]
}
