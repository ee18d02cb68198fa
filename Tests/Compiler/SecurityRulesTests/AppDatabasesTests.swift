import Foundation
import PathSchema
import SchemaImport
import SecurityRules
import TestSupport
import Testing

/// The databases in `Tests/Compiler/Databases/Apps`: the schema of each that a person wrote from its
/// rules, and writes that an app makes, both before they were imported.
@Suite struct AppDatabasesTests {
    @Test func thereAreFortyDatabases() throws {
        #expect(try AppDatabase.all.count >= 40)
    }

    @Test(arguments: try AppDatabase.all)
    func theSchemaIsTheOneThatAPersonWroteOrLessAndNeverMore(database: AppDatabase) throws {
        let imported = try database.imported()
        var comparison = SchemaComparison()
        try comparison.compare(.read(imported.schema), with: .read(database.schema), at: [])
        let notes = imported.notes.map { "\($0.place): \($0.message)\n" }.joined()
        #expect(comparison.more == [], "\(imported.schema)\n\(notes)")
        #expect(comparison.less == database.less, "\(imported.schema)\n\(notes)")
    }

    @Test(arguments: try AppDatabase.all)
    func theAppsWritesAreAllowedByTheRulesThatAreEmitted(database: AppDatabase) throws {
        let schema = try CompiledSchema.compile(try database.imported().schema)
        let own = try WriteCheck(database.rules)
        let merge = try Merge(of: schema, into: database.rules)
        let merged = try WriteCheck(merge.text)
        let emitted = try WriteCheck(RulesRenderer.render(schema))
        var root = RulesData.null
        #expect(!database.writes.isEmpty)
        for (var write, isOpen) in database.writes {
            write.root = root
            let isAllowed = own.refusal(of: write) == nil
            // The rules don't apply to the console.
            #expect(isAllowed || write.isPermitted, "not an app's write: \(write)")
            if isAllowed {
                #expect(merged.refusal(of: write) == nil, "\(write)\n\(merge.text)")
            }
            // Rules that are made from a schema alone let nobody write.
            write.isPermitted = true
            if !isOpen {
                #expect(
                    emitted.refusal(of: write) == nil,
                    "\(write)\n\(RulesRenderer.render(schema))")
            }
            root = write.newRoot
        }
    }
}

/// A database of an app: its rules, its schema, and some writes.
struct AppDatabase: Sendable, CustomStringConvertible {
    let name: String
    let rules: String
    /// The schema that a person wrote.
    let schema: String
    /// The differences of the schema that is imported, each of which leaves something open.
    let less: [String]
    /// The writes, and whether each writes children that the rules don't name. These are allowed by
    /// the rules with a schema's types added, and refused by rules that are made from a schema alone.
    let writes: [(RandomWrite, isOpen: Bool)]

    var description: String { name }

    static var all: [AppDatabase] {
        get throws {
            try Repository.files(in: "Tests/Compiler/Databases/Apps").flatMap { file in
                try String(contentsOf: file, encoding: .utf8)
                    .components(separatedBy: "\n# ").map { text in
                        try AppDatabase(text.hasPrefix("# ") ? String(text.dropFirst(2)) : text)
                    }
            }
        }
    }

    private init(_ text: String) throws {
        let parts = text.components(separatedBy: "\n## ")
        let title = parts[0].prefix { $0 != "\n" }
        name = String(title)
        rules = String(parts[0].dropFirst(title.count))
        func part(_ heading: String) -> String {
            let part = parts.first { $0.hasPrefix(heading + "\n") }
            return String(part?.dropFirst(heading.count) ?? "")
        }
        schema = part("schema")
        less = part("less").split(separator: "\n").map(String.init)
        writes = try part("writes").split(separator: "\n").map(Self.write)
    }

    func imported() throws -> SchemaImporter {
        let source = SourceText(name: "\(name).rules.json", text: rules)
        var diagnostics = Diagnostics()
        let imported = RulesReader.read(source, reportingTo: &diagnostics)
        let errors = RulesFile.text(of: diagnostics, in: [source])
        #expect(errors == "")
        return SchemaImporter(try #require(imported, "\(errors)"))
    }

    /// Returns the write of a line such as `ana(admin=true) rooms/r1/name "General"`. The console
    /// may write anywhere, and a `~` says that the rules don't name some of the children.
    private static func write(_ line: Substring) throws -> (RandomWrite, isOpen: Bool) {
        let words = line.drop { $0 == "~" }.split(separator: " ", maxSplits: 2)
        try #require(words.count == 3, "\(line)")
        var write = RandomWrite(auth: try auth(words[0]), root: .null, updates: [])
        write.isPermitted = words[0] == "console"
        let value = words[2].replacingOccurrences(of: "@now", with: "\(Int(RandomWrite.now))")
        write.updates = [
            (words[1].split(separator: "/").map(String.init), try data(value))
        ]
        return (write, line.hasPrefix("~"))
    }

    private static func auth(_ user: Substring) throws -> RulesData {
        let parts = user.split { "()".contains($0) }
        if ["nobody", "console"].contains(parts[0]) { return .null }
        var token: [String: RulesData] = ["sub": .string(String(parts[0]))]
        if parts.count > 1 {
            let claim = parts[1].split(separator: "=", maxSplits: 1)
            token[String(claim[0])] = try data(String(claim[1]))
        }
        return ["uid": .string(String(parts[0])), "provider": "custom", "token": .children(token)]
    }

    private static func data(_ json: String) throws -> RulesData {
        try JSONDecoder().decode(RulesData.self, from: Data(json.utf8))
    }
}

/// A place of a schema, as it is written.
struct WrittenSchema {
    var type: String?
    var index: Set<String> = []
    var children: [String: WrittenSchema] = [:]

    static func read(_ json: String) throws -> WrittenSchema {
        WrittenSchema(try JSONSerialization.jsonObject(with: Data(json.utf8)))
    }

    private init(_ json: Any) {
        type = json as? String
        for (key, value) in json as? [String: Any] ?? [:] {
            switch key {
            case "$type": type = value as? String
            case "$index": index = Set(value as? [String] ?? [value as? String ?? ""])
            case _ where key.hasPrefix("$"): break
            default: children[key] = WrittenSchema(value)
            }
        }
    }

    var isOptional: Bool { type?.hasSuffix("?") ?? false }
    var name: String? { type.map { isOptional ? String($0.dropLast()) : $0 } }
}

/// The differences of an imported schema from the one that a person wrote.
struct SchemaComparison {
    /// Those that leave something open.
    private(set) var less: [String] = []
    /// Those that refuse data, or describe another database.
    private(set) var more: [String] = []

    /// - Parameter isField: whether the place is a child of a model.
    mutating func compare(
        _ imported: WrittenSchema, with wanted: WrittenSchema, at path: [String],
        isField: Bool = false
    ) {
        let place = path.isEmpty ? "the root" : path.joined(separator: "/")
        if isField, wanted.isOptional != imported.isOptional {
            if wanted.isOptional {
                more.append("\(place): required")
            } else if wanted.children.isEmpty || wanted.type != nil {
                less.append("\(place): optional")
            }
        }
        compareIndexes(imported, wanted, place)
        if imported.children.isEmpty, imported.name == "UnknownValue" {
            if wanted.name != "UnknownValue" || !wanted.children.isEmpty {
                less.append("\(place): UnknownValue")
            }
            return
        }
        if imported.name != wanted.name { compareTypes(imported, wanted, place) }
        for (key, child) in wanted.children.sorted(by: { $0.key < $1.key }) {
            guard let other = imported.children[key] else {
                more.append("\(place): no \(key)")
                continue
            }
            compare(other, with: child, at: path + [key], isField: imported.type != nil)
        }
        for key in imported.children.keys.sorted() where wanted.children[key] == nil {
            more.append("\(place): \(key)")
        }
    }

    private mutating func compareIndexes(
        _ imported: WrittenSchema, _ wanted: WrittenSchema, _ place: String
    ) {
        for index in imported.index.subtracting(wanted.index) {
            more.append("\(place): index \(index)")
        }
        for index in wanted.index.subtracting(imported.index) {
            less.append("\(place): no index \(index)")
        }
    }

    private mutating func compareTypes(
        _ imported: WrittenSchema, _ wanted: WrittenSchema, _ place: String
    ) {
        let standard: Set = [
            "Bool", "Date", "Double", "Int", "ScalarValue", "String", "UnknownValue",
        ]
        let name = imported.name ?? "no model"
        let isLess =
            switch (wanted.name, imported.name) {
            case ("Int", "Double"), ("Date", "Double"), (_, nil): true
            case (let wanted?, "String") where !standard.contains(wanted): true
            case (let wanted?, "ScalarValue"): ["Bool", "Double", "Int", "String"].contains(wanted)
            default: false
            }
        if isLess { less.append("\(place): \(name)") } else { more.append("\(place): \(name)") }
    }
}
