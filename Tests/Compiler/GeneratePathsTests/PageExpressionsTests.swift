import Foundation
import PathCodegen
import PathSchema
import TestSupport
import Testing

@testable import SchemaPage

/// The Swift expressions of `--emit html`, compiled together with the generated code.
@Suite struct PageExpressionsTests {
    private static let schemas = [
        ChatSchema.json,
        """
        {
          "user-posts": { "<userId: UserID>": { "<postId>": "Post" } },
          "flags": { "beta": "Bool", "<flag>": "Int" },
          "grid": { "size": "Int", "<x: Int>": { "<y: Int>": { "color": "String" } } },
          "init": "Int", "self": { "Type": "Int" }, "default": { "<in>": { "<let>": { "<inout>": { "<var>": "Int" } } } }
        }
        """,
        """
        {
          "$options": { "namespace": "Forum", "root": "Base" },
          "comments": {
            "<commentId>": {
              "$name": "Comment", "text": "String", "replies": { "<replyId>": "Comment" }
            }
          }
        }
        """,
        #"{ "<userId>": { "$type": "User", "name": "String" } }"#,
    ]

    @Test(arguments: schemas)
    func expressionsHaveTheTypesThatThePageShows(json: String) async throws {
        let generation = try Generation(json)
        let data = PageData.json(of: generation.schema, title: "", rules: nil)
        let page = try JSONDecoder().decode(Page.self, from: Data(data.utf8))
        #expect(page.expressions.count == page.schema.nodes.count)
        var functions: [String] = []
        for (node, expression) in zip(page.schema.nodes, page.expressions) {
            let parameters = node.path.split(separator: "/").filter { $0.hasPrefix("$") }
                .map { name in
                    let type = page.schema.nodes.first { $0.path.hasSuffix("/\(name)") }?.keyType
                    return "\(Identifier.declared(String(name.dropFirst()))): \(type ?? "")"
                }
            functions.append(
                """
                func path\(functions.count)(\(parameters.joined(separator: ", "))) -> \(node.type) {
                    \(expression)
                }
                """)
        }
        let run = try await Compiler().typecheck([
            SwiftFile("Paths.swift", generation.code), ModelStubs.file(for: [generation.schema]),
            SwiftFile(
                "Expressions.swift", "import TypedPaths\n" + functions.joined(separator: "\n")),
        ])
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }

    private struct Page: Decodable {
        struct Schema: Decodable { let nodes: [Node] }
        struct Node: Decodable {
            let path: String
            let type: String
            let keyType: String?
        }

        let schema: Schema
        let expressions: [String]
    }
}
