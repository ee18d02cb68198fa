import Foundation
import TestSupport
import Testing

/// A line of a table in Tests/Compiler/SchemaExamples: a schema, and what the compiler says about it.
///
///     {"name": "key is empty", "schema": { "": "A" }, "message": "the key is empty"}
struct SchemaExample: Sendable, CustomTestStringConvertible {
    let name: String
    /// As the table has it: a JSON reader would lose the order of keys, and those that repeat.
    let schema: String
    /// The only diagnostic's message; `nil` if there is none.
    let message: String?

    var testDescription: String { name }

    static func table(_ name: String) throws -> [SchemaExample] {
        try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map {
            try SchemaExample(line: String($0))
        }
    }

    /// Replaces a table's messages, which a change of words makes outdated.
    static func write(_ examples: [SchemaExample], to name: String) throws {
        try examples.map { try $0.line + "\n" }.joined()
            .write(to: file(name), atomically: true, encoding: .utf8)
    }

    private static func file(_ name: String) -> URL {
        Repository.root.appendingPathComponent("Tests/Compiler/SchemaExamples/\(name).jsonl")
    }
}

// MARK: - Lines

extension SchemaExample {
    private init(line: String) throws {
        let form =
            /\{"name": "([^"\\]+)", "schema": (.+?)(?:, "message": ("(?:[^"\\]|\\.)*"))?\}/
        guard let match = line.wholeMatch(of: form) else {
            throw NotFound(description: "this is not a line of a table: \(line)")
        }
        name = String(match.1)
        schema = String(match.2)
        message = try match.3.map { try JSONDecoder().decode(String.self, from: Data($0.utf8)) }
    }

    private var line: String {
        get throws {
            let message = try message.map { message in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .withoutEscapingSlashes
                return try ", \"message\": "
                    + String(decoding: encoder.encode(message), as: UTF8.self)
            }
            return "{\"name\": \"\(name)\", \"schema\": \(schema)\(message ?? "")}"
        }
    }
}
