import PathSchema
import TestSupport
import Testing

/// Whatever the bytes: no crash, no hang, and an error that can be shown. `.ci/hostile` does the same with
/// larger inputs in a release build.
@Suite struct HostileInputTests {
    private static let schema = #"""
        {
          "$options": {"access": "public", "imports": ["Models"]},
          "users": {"<userId: UserID>": {"$type": "User", "$doc": "An \"é\" \uD83D\uDE00.", "name": "String"}},
          "user-posts": {"<uid>": {"<post>": "Post"}},
          "settings": {"theme": "[String: Theme?]", "<key>": {"$name": "Setting", "on": "Bool"}}
        }
        """#

    private func run(_ bytes: [UInt8]) -> (diagnostics: [Diagnostic], schema: Schema?) {
        let source = SourceText(name: "schema.json", utf8: bytes)
        let result = SchemaCompiler.compile([source])
        let diagnostics = result.diagnostics.inDocumentOrder
        let text = TextDiagnosticFormatter(sources: [source])
        let json = JSONDiagnosticFormatter(sources: [source])
        for diagnostic in diagnostics.prefix(200) {
            #expect(!text.format(diagnostic).isEmpty && !json.format(diagnostic).isEmpty)
        }
        #expect((result.schema == nil) == result.diagnostics.hasErrors)
        return (diagnostics, result.schema)
    }

    @Test func everyTruncationHasAnError() {
        let bytes = Array(Self.schema.utf8)
        #expect(run(bytes).schema != nil)
        for count in 0..<bytes.count {
            let diagnostics = run(Array(bytes[..<count])).diagnostics
            // The syntax error, and at most what the cut-off text itself is: half a type, an empty node.
            #expect((1...2).contains(diagnostics.count), "\(count): \(diagnostics.map(\.message))")
        }
    }

    @Test func everyMissingByteIsSurvived() {
        let bytes = Array(Self.schema.utf8)
        for index in bytes.indices {
            var damaged = bytes
            damaged.remove(at: index)
            // One byte is one mistake. Where an echo can't be told from a mistake, three errors may do.
            #expect(run(damaged).diagnostics.count <= 3, "\(index)")
        }
    }

    @Test func everyDoubledByteIsSurvived() {
        let bytes = Array(Self.schema.utf8)
        for index in bytes.indices {
            var damaged = bytes
            damaged.insert(bytes[index], at: index)
            #expect(run(damaged).diagnostics.count <= 3, "\(index)")
        }
    }

    @Test func randomBytesAreSurvived() {
        var numbers = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 1...80, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            #expect(run(bytes).diagnostics.count > 0)
        }
    }

    @Test func randomTokensAreSurvived() {
        let tokens = [
            "{", "}", "[", "]", ":", ",", "\"a\"", "\"<b>\"", "\"$type\"", "\"$options\"", "\"",
            "'",
            "1", "true", "A", "\\", "\n", "\r", "//", "/*", "#", "\"$name\":\"N\",", "\"c\":{",
            "\"d\":\"D\"", "\u{FEFF}",
        ]
        var numbers = SplitMix64(seed: 2)
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...25, using: &numbers))
                .map { _ in tokens.randomElement(using: &numbers) ?? "" }.joined()
            _ = run(Array("{\(text)}".utf8))
        }
    }

    @Test func mutatedSchemasAreSurvived() {
        let bytes = Array(Self.schema.utf8)
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<1_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                damaged[Int.random(in: damaged.indices, using: &numbers)] = UInt8.random(
                    in: 0...255, using: &numbers)
            }
            _ = run(damaged)
        }
    }

    @Test(arguments: [
        ("[", 1), (#"{"a":"#, 2), ("]", 1), ("[}", 100), ("/**/", 101), ("\"", 2), ("\\", 1),
        ("\"a\",", 2),
    ])
    func repetitionIsSurvived(text: String, errors: Int) {
        let diagnostics = run(Array(String(repeating: text, count: 20_000).utf8)).diagnostics
        #expect((1...errors).contains(diagnostics.count), "\(diagnostics.prefix(5).map(\.message))")
    }
}
