import Foundation
import Testing

/// The text of `$doc` and `$deprecated` ends up in comments and messages, and never as code.
@Suite struct DocumentationCommentsTests {
    private static let hostile = [
        "*/ }\nimport Nothing\n/* enum Path {}",
        "/// one\n//// two\n///",
        "\n\nin the middle\n\n",
        "a\r\nb\rc\u{2028}d\u{2029}e",
        "\"quoted\" \\(1) \\n \\u{0} \"\"\" #\"raw\"#",
        "#if false\n#endif\n// swift-format-ignore-file",
        "`code` *emphasis* - Parameters: - Returns: é 名前 👩‍👩‍👧",
        String(repeating: "long ", count: 60),
    ]

    @Test func hostileTextCompilesAndAddsNothing() async throws {
        let nodes = Self.hostile.enumerated().map { index, text in
            """
            "node\(index)": { "$doc": \(Self.json(text)), "$deprecated": \(Self.json(text)), "x": "Int" },
            "nodes\(index)": {
              "$doc": \(Self.json(text)),
              "<id>": { "$doc": \(Self.json(text)), "$deprecated": \(Self.json(text)), "y": "Int" }
            }
            """
        }
        let schema = "{ \"$doc\": \(Self.json(Self.hostile[0])), \(nodes.joined(separator: ", ")) }"
        let code = try Generation(schema).code
        let result = try await Compiler().typecheck([SwiftFile("Paths.swift", code)])
        #expect(result.errors == "")
        #expect(Self.statements(of: code) == Self.statements(of: try Self.plainCode()))
    }

    @Test func eachLineOfTheTextIsALineOfTheComment() throws {
        let schema = """
            { "theme": { "$type": "Theme", "$doc": "*/ one  \\n\\n/// two\\r\\n\\tthree\\u2028four" } }
            """
        #expect(
            try Generation(schema).code.contains(
                """
                    /// */ one
                    ///
                    /// /// two
                    /// \tthree
                    /// four
                    var theme: Path<Theme> {

                """))
    }

    /// The same nodes without a word about them.
    private static func plainCode() throws -> String {
        let nodes = hostile.indices.map {
            "\"node\($0)\": { \"x\": \"Int\" }, \"nodes\($0)\": { \"<id>\": { \"y\": \"Int\" } }"
        }
        return try Generation("{ \(nodes.joined(separator: ", ")) }").code
    }

    /// The lines of code that are neither comments nor attributes nor empty.
    private static func statements(of code: String) -> [Substring] {
        var depth = 0
        return code.split(separator: "\n").filter { line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("@available(") { depth = text.hasSuffix(")") ? 0 : 1 }
            let isAttribute = text.hasPrefix("@available(") || depth > 0
            if depth > 0, text == ")" { depth = 0 }
            return !isAttribute && !text.hasPrefix("//")
        }
    }

    private static func json(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
