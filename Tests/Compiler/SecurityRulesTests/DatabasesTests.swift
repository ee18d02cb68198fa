import Foundation
import PathSchema
import SchemaImport
import SecurityRules
import TestSupport
import Testing

/// The rules in the folder `Tests/Compiler/Databases`, written after real ones, with the types of their own schemas
/// added, and of others.
@Suite struct DatabasesTests {
    struct Database: Sendable, CustomStringConvertible {
        let name: String
        let rules: String

        var description: String { name }

        static var all: [Database] {
            get throws {
                try Repository.files(in: "Tests/Compiler/Databases")
                    .filter { $0.lastPathComponent.hasSuffix(".rules.json") }
                    .map { file in
                        Database(
                            name: String(file.lastPathComponent.dropLast(".rules.json".count)),
                            rules: try String(contentsOf: file, encoding: .utf8))
                    }
            }
        }

        /// The schema that `--from rules` makes.
        func schema() throws -> String {
            let source = SourceText(name: "\(name).rules.json", text: rules)
            var diagnostics = Diagnostics()
            let imported = RulesReader.read(source, reportingTo: &diagnostics)
            let errors = RulesFile.text(of: diagnostics, in: [source])
            return SchemaImporter(try #require(imported, "\(errors)")).schema
        }

        func merged(with schema: Schema) throws -> MergedRules {
            let source = SourceText(name: "\(name).rules.json", text: rules)
            var diagnostics = Diagnostics()
            let merged = RulesRenderer.merge(
                schema, into: source, source: 0, reportingTo: &diagnostics)
            return try #require(merged, "\(RulesFile.text(of: diagnostics, in: [source]))")
        }
    }

    /// The counts of writes that were tried.
    private struct Counts {
        var writes = 0
        var allowed = 0
        /// Those that the schema describes, of those that the old rules allowed.
        var described = 0
        /// Those that only the new rules refuse.
        var refused = 0
    }

    @Test func thereAreThirty() throws {
        #expect(try Database.all.count >= 30)
    }

    @Test(arguments: try Database.all)
    func writesThatTheSchemaDescribesStayAllowed(database: Database) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        let text = try database.schema()
        let schema = try CompiledSchema.compile(text)
        let counts = try compare(
            database, SchemaShape(schema), with: schema, Effort.times(200), seed: seed)
        print(
            "| \(database) | \(counts.writes) | \(counts.allowed) | \(counts.described) "
                + "| \(counts.refused) | seed \(seed)")
        #expect(counts.described > counts.writes / 20, "seed \(seed)")
    }

    @Test(arguments: try Database.all)
    func someThatItDoesNotDescribeAreRefused(database: Database) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        let schema = try CompiledSchema.compile(try database.schema())
        var tries = 0
        while tries < 100 {
            let counts = try compare(
                database, SchemaShape(schema), with: schema, 50, seed: seed + UInt64(tries))
            if counts.refused > 0 { return }
            tries += 1
        }
        Issue.record("seed \(seed)")
    }

    @Test(arguments: try Database.all)
    func soTheyDoWithAnySchema(database: Database) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        let text = try database.schema()
        let own = SchemaShape(try CompiledSchema.compile(text))
        var variations = SchemaVariations(seed: seed)
        var counts = Counts()
        var tries = 0
        // Not every variation is a schema, and few writes fit some of them.
        while tries < Effort.times(5) || counts.described == 0, tries < Effort.times(200) {
            tries += 1
            guard let schema = try variations.variation(of: text) else { continue }
            let more = try compare(database, own, with: schema, 15, seed: seed &+ UInt64(tries))
            counts.writes += more.writes
            counts.described += more.described
        }
        #expect(counts.described > 0, "seed \(seed)")
    }

    @Test(arguments: try Database.all)
    func aSecondMergeAddsNothing(database: Database) throws {
        let schema = try CompiledSchema.compile(try database.schema())
        let merged = String(decoding: try database.merged(with: schema).text, as: UTF8.self)
        let again = try Database(name: database.name, rules: merged).merged(with: schema)
        #expect(
            TextDiff.lines(from: merged, to: String(decoding: again.text, as: UTF8.self)) == "")
        #expect(again.additions == [])
    }

    /// Compares the rules as they are with those that have the types of a schema.
    ///
    /// - Parameter own: what data is made by: the database's own schema.
    private func compare(
        _ database: Database, _ own: SchemaShape, with schema: Schema, _ count: Int, seed: UInt64
    ) throws -> Counts {
        let old = try WriteCheck(database.rules)
        let merged = String(decoding: try database.merged(with: schema).text, as: UTF8.self)
        let new = try WriteCheck(merged)
        let shape = SchemaShape(schema)
        var writes = RandomWrites(old.rules, own, check: old, seed: seed)
        var counts = Counts()
        for _ in 0..<count {
            let write = writes.next()
            let isAllowed = old.refusal(of: write) == nil
            let refusal = new.refusal(of: write)
            let isDescribed = write.updates.allSatisfy {
                shape.describes($0.value, at: $0.path[...])
            }
            counts.writes += 1
            counts.allowed += isAllowed ? 1 : 0
            counts.described += isAllowed && isDescribed ? 1 : 0
            counts.refused += isAllowed && refusal != nil ? 1 : 0
            let context = Comment(
                rawValue: "seed \(seed): \(write.updates) by \(write.auth)\n\(merged)")
            if isAllowed, isDescribed { try #require(refusal == nil, context) }
            if !isAllowed { try #require(refusal != nil, context) }
        }
        return counts
    }
}
