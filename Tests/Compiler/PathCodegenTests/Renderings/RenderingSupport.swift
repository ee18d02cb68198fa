import PathCodegen
import PathSchema
import TestSupport
import Testing

extension Rendering {
    /// Renders a schema that has no errors.
    func text(of schema: String, below keys: [String] = []) throws -> String {
        let source = SourceText(name: "schema.json", text: schema)
        let result = SchemaCompiler.compile([source])
        let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
        let messages = result.diagnostics.inDocumentOrder.map(formatter.format).joined()
        let resolved = try #require(result.schema, "\(messages)")
        return render(try SchemaPart(of: resolved, below: keys), from: [source.name])
    }
}

/// Schemas that several renderings are tested with.
enum Sample {
    static let all = [chatrooms, social, mixed, recursion, odd, ordered]

    static let chatrooms = ChatSchema.json

    /// A model with children, twice; typed keys; a collection of collections.
    static let social = """
        {
          "users": {
            "<uid: UserID>": {
              "$type": "User", "$doc": "Who writes here.",
              "name": "String",
              "e-mail": { "$type": "String", "$deprecated": "use \\"contact\\"\\ninstead" }
            }
          },
          "admin": { "$type": "User", "name": "String", "e-mail": "String" },
          "user-posts": { "<uid: UserID>": { "<post id>": "Post?" } }
        }
        """

    /// Collections with an order besides that of their keys.
    static let ordered = """
        {
          "players": { "$index": ["score", "team/name"], "<id>": "Player" },
          "votes": { "$index": ".value", "count": "Int", "<uid>": "Int" }
        }
        """

    /// Mixed nodes, one of them with a collection for any other key.
    static let mixed = """
        {
          "theme": "Theme",
          "flags": { "beta": "Bool", "<flag>": "Int" },
          "<a>": { "<b: K>": { "on": "Bool", "<c>": "[String: Int]" } }
        }
        """

    /// A tree that recurs, named before it is declared, and across two types.
    static let recursion = """
        {
          "$options": { "namespace": "Forum" },
          "pinned": "Comment",
          "comments": {
            "<commentId>": {
              "$name": "Comment",
              "text": "String",
              "replies": { "$deprecated": "flat now", "<replyId>": "Comment" },
              "author": { "$name": "Author", "favourite": "Comment", "friend": "Author" }
            }
          }
        }
        """

    /// Keys that mean something to terminals, to Mermaid or to JSON.
    static let odd = #"""
        {
          "end": "Int",
          "🎉 \"q\" `b` <i>": { "$type": "Int", "$member": "party" },
          "direction LR": { "__x__": "Int" },
          "style: 1;2": "[Int]",
          "a\\b%{c}~|(d)*&": "Int",
          "a\u202eb": { "$type": "Int", "$member": "reordered" },
          "naïve 你好": "Int",
          "escapes": { "<x y>": "Int" },
          "old": { "$type": "Int", "$deprecated": "gone\nfor good" }
        }
        """#
}
