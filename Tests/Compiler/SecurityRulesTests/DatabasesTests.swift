import Foundation
import PathSchema
import SchemaImport
import SecurityRules
import TestSupport
import Testing

/// The rules in the folder `Tests/Compiler/Databases`, written after real ones, with the types of
/// their own schemas added, and of others.
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
    }

    /// The counts of writes that were tried.
    private struct Counts {
        var writes = 0
        /// Those that the schema describes, of those that the old rules allowed.
        var described = 0
        /// Those that only the new rules refuse.
        var refused = 0
    }

    @Test(arguments: try Database.all)
    func onlyWritesThatTheSchemaDoesNotDescribeAreRefused(database: Database) throws {
        let seed = Seed.make()
        let schema = try CompiledSchema.compile(try database.schema())
        var counts = Counts()
        for attempt in 0..<UInt64(Effort.times(100)) {
            if counts.writes >= Effort.times(200), counts.refused > 0 { break }
            try compare(
                database, SchemaShape(schema), with: schema, 50, seed: seed &+ attempt, &counts)
        }
        #expect(counts.described > counts.writes / 20)
        #expect(counts.refused > 0)
    }

    @Test(arguments: try Database.all)
    func soTheyAreWithAnySchema(database: Database) throws {
        let seed = Seed.make()
        let text = try database.schema()
        let own = SchemaShape(try CompiledSchema.compile(text))
        var variations = SchemaVariations(seed: seed)
        var counts = Counts()
        // Not every variation is a schema, and few writes fit some of them.
        for attempt in 0..<UInt64(Effort.times(200)) {
            if attempt >= Effort.times(5), counts.described > 0 { break }
            guard let schema = try variations.variation(of: text) else { continue }
            try compare(database, own, with: schema, 15, seed: seed &+ attempt, &counts)
        }
        #expect(counts.described > 0)
    }

    @Test(arguments: try Database.all)
    func aSecondMergeAddsNothing(database: Database) throws {
        let schema = try CompiledSchema.compile(try database.schema())
        let merge = try Merge(of: schema, into: database.rules)
        let again = try Merge(of: schema, into: merge.text)
        #expect(TextDiff.lines(from: merge.text, to: again.text) == "")
        #expect(again.additions == "")
    }

    /// Compares the rules as they are with those that have the types of a schema.
    ///
    /// - Parameter own: the shape of the data, that of the database's own schema.
    private func compare(
        _ database: Database, _ own: SchemaShape, with schema: Schema, _ count: Int, seed: UInt64,
        _ counts: inout Counts
    ) throws {
        let old = try WriteCheck(database.rules)
        let merged = try Merge(of: schema, into: database.rules).text
        let new = try WriteCheck(merged)
        let shape = SchemaShape(schema)
        var writes = RandomWrites(old.rules, own, check: old, seed: seed)
        for _ in 0..<count {
            let write = writes.next()
            let isAllowed = old.refusal(of: write) == nil
            let isRefused = new.refusal(of: write) != nil
            let isDescribed = write.updates.allSatisfy {
                shape.describes($0.value, at: $0.path[...])
            }
            counts.writes += 1
            counts.described += isAllowed && isDescribed ? 1 : 0
            counts.refused += isAllowed && isRefused ? 1 : 0
            let context: Comment = "\(write.updates) by \(write.auth)\n\(merged)"
            if isAllowed, isDescribed { try #require(!isRefused, context) }
            if !isAllowed { try #require(isRefused, context) }
        }
    }
}
