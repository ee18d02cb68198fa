import PathCodegen
import PathSchema
import SchemaDiff
import TestSupport
import Testing

/// Code that uses every member of an old schema compiles with the new one, but for the uses that the
/// changes list; each of those doesn't.
///
/// `TEST_EFFORT=20 swift test --filter SourceChangesTests` tries 800 pairs.
@Suite struct SourceChangesTests {
    private static let pairCount = Effort.times(40)

    @Test func listedUsesAloneDoNotCompile() async throws {
        var random = SplitMix64(seed: Seed.make())
        var expectedCount = 0
        var rest = Self.pairCount
        while rest > 0 {
            let pairs = (0..<min(rest, 40)).map { SchemaPair(number: $0, &random) }
            rest -= pairs.count
            let errors = try await Self.errors(of: pairs)
            for pair in pairs {
                let failing = errors[pair.name] ?? []
                for (line, use) in pair.uses.enumerated() {
                    let isListed = pair.lists(use)
                    guard let isListed else { continue }
                    expectedCount += isListed ? 1 : 0
                    let fails = failing.contains(line + 1)
                    #expect(fails == isListed || fails == false && use.isShared, "\(use) \(pair)")
                }
            }
        }
        #expect(expectedCount > Self.pairCount)
    }

    /// The lines of the uses that don't compile, by the name of the pair.
    private static func errors(of pairs: [SchemaPair]) async throws -> [String: Set<Int>] {
        let compiler = try Compiler()
        let result = try await compiler.typecheck(
            pairs.flatMap(\.files)
                + [ModelStubs.file(for: pairs.flatMap { [$0.old.schema, $0.new.schema] })])
        var errors: [String: Set<Int>] = [:]
        for match in result.errors.matches(of: /(\w+)\.swift:(\d+):\d+: error: (.*)/) {
            guard match.1.hasSuffix("Uses"), let line = Int(match.2) else {
                throw NotFound(description: "error in generated code: \(match.0)")
            }
            errors[String(match.1.dropLast(4)), default: []].insert(line)
        }
        return errors
    }
}

/// Two versions of a random schema, and the uses of the old one.
private struct SchemaPair: CustomStringConvertible {
    let name: String
    let old: Generation
    let new: Generation
    let uses: [SourceUses.Use]
    let description: String
    /// The names that are listed, by member, and whether code can go on behind them.
    private var listed: [SourceUses.Place: [(names: Set<String>, kind: ChangeKind)]] = [:]

    init(number: Int, _ random: inout SplitMix64) {
        name = "P\(number)"
        while true {
            let json = RandomSchema.value(seed: random.next(), suffix: "\(number)")
            let changed = json.changed(&random, suffix: "\(number)")
            let configure = { [name] (options: inout Options) in
                options.root = name
                // Both versions have one model, which can't agree with two schemas.
                options.typeChecks = false
            }
            guard let old = try? Generation(json.text, configure: configure),
                let new = try? Generation(changed.text, configure: configure),
                [old, new].allSatisfy({ $0.hasOwnModels("\(number)") })
            else { continue }
            (self.old, self.new) = (old, new)
            description = "\(json.text) → \(changed.text)"
            break
        }
        let all = SourceUses(old.schema)
        uses = all.all
        for change in SchemaDiff(from: old.schema, to: new.schema).changes
        where change.audience == .source && change.kind != .accessLowered {
            guard let place = all.place(at: change.path) else {
                preconditionFailure("\(change) is nowhere in \(description)")
            }
            listed[place, default: []].append((Set(change.names), change.kind))
        }
    }

    /// Whether a use is listed, or goes through one; `nil` where it isn't known whether it compiles.
    func lists(_ use: SourceUses.Use) -> Bool? {
        for (place, name) in use.chain {
            for (names, kind) in listed[place] ?? [] where names.contains(name) {
                if kind == .memberRetyped { return nil }
                if kind != .typeRenamed { return true }
            }
        }
        return (listed[use.place] ?? []).contains { $0.names.contains(use.name) }
    }

    /// The new schema's code, and the uses of the old one, each on a line of its own.
    var files: [SwiftFile] {
        let lines = uses.enumerated().map { number, use in
            "@available(*, deprecated) func use\(name)_\(number)() "
                + "{ let _: \(use.type) = \(use.expression) }\n"
        }
        let imports = "import Foundation; import TypedPaths\n"
        return [
            SwiftFile("\(name).swift", new.code),
            SwiftFile("\(name)Uses.swift", lines.joined() + imports),
        ]
    }
}

extension Generation {
    /// Whether each model has a suffix in its name, so that no other pair extends the paths to it.
    fileprivate func hasOwnModels(_ suffix: String) -> Bool {
        schema.types.allSatisfy { $0.kind != .model || $0.name.contains(suffix) }
    }
}
