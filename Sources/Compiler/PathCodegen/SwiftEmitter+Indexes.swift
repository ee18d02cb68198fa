import PathSchema

/// Emission of the list of indexes.
extension SwiftEmitter {
    /// Emits an extension of the root with the list of indexes, if the schema has any `$index`.
    func emitIndexes(to code: inout String) {
        let indexes = schema.indexes
        guard !indexes.isEmpty else { return }
        code += "\nnonisolated extension \(types.root) {\n"
        code += "    /// The orders of collections, for a database that keeps indexes.\n"
        code += "    \(access)static let indexes: [String: [String]] = [\n"
        for (path, children) in indexes {
            let list = children.map(SwiftLiteral.quoted)
            let key = "        \(SwiftLiteral.quoted(path)): ["
            emitDeclaration(
                "\(key)\(list.joined(separator: ", "))],\n",
                orBroken: ["\(key)\n\(list.map { "            \($0),\n" }.joined())        ],\n"],
                indentation: "        ", to: &code)
        }
        code += "    ]\n}\n"
    }
}
