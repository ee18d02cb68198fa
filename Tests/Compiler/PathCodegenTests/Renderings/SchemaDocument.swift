import Foundation
import PathCodegen
import PathSchema
import Testing

/// A schema's JSON as another tool reads it: with a JSON reader that isn't this project's.
struct SchemaDocument {
    let head: [String: Any]
    let nodes: [[String: Any]]

    init(of schema: String, configure: (inout Options) -> Void = { _ in }) throws {
        try self.init(json: Rendering.json.text(of: schema, configure: configure))
    }

    init(json: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        head = try #require(object as? [String: Any])
        nodes = try #require(head["nodes"] as? [[String: Any]])
    }

    /// The fields of a node that are text; none if there is no such node.
    subscript(path: String) -> [String: String] {
        node(at: path).compactMapValues { $0 as? String }
    }

    /// The accessor of a node as a signature; `nil` if it has none.
    func accessor(of path: String) -> String? {
        guard let accessor = node(at: path)["accessor"] as? [String: Any],
            let name = accessor["name"] as? String,
            let parameters = accessor["parameters"] as? [[String: String]]
        else { return nil }
        let list = parameters.map { "\($0["name"] ?? "?"): \($0["type"] ?? "?")" }
        return "\(name)(\(list.joined(separator: ", ")))"
    }

    private func node(at path: String) -> [String: Any] {
        nodes.first { $0["path"] as? String == path } ?? [:]
    }
}
