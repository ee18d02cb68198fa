import PathSchema

/// The list of what collections are ordered by.
extension SwiftEmitter {
    /// An extension of the root with the list; nothing if the schema has no `$index`.
    func indexes() -> String {
        let indexes = schema.indexes
        guard !indexes.isEmpty else { return "" }
        var code = "\nextension \(types.root) {\n"
        code += "    /// What collections are ordered by, for a database that keeps indexes.\n"
        code += "    \(access)static let indexes: [String: [String]] = [\n"
        for (path, children) in indexes {
            let list = children.map(SwiftLiteral.quoted)
            let key = "        \(SwiftLiteral.quoted(path)): ["
            code += declaration(
                "\(key)\(list.joined(separator: ", "))],\n",
                orBroken: ["\(key)\n\(list.map { "            \($0),\n" }.joined())        ],\n"],
                indentation: "        ")
        }
        return code + "    ]\n}\n"
    }
}
