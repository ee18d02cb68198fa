import Foundation
import PathCodegen
import Testing

/// A schema's JSON as another tool reads it: with a JSON reader that isn't this project's.
struct SchemaDocument {
    let head: [String: Any]
    let nodes: [[String: Any]]

    init(of schema: String) throws {
        try self.init(json: Rendering.json.text(of: schema))
    }

    init(json: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        head = try #require(object as? [String: Any])
        nodes = try #require(head["nodes"] as? [[String: Any]])
    }

    /// The fields of a node that are text; none if there is no such node.
    subscript(path: String) -> [String: String] {
        let node = nodes.first { $0["path"] as? String == path } ?? [:]
        return node.compactMapValues { $0 as? String }
    }
}
