import PathSchema

// Emission of lists for databases: the indexes of collections, the documents of Firestore, and the
// types of all data. Each is an extension of the root.

// MARK: - Indexes

extension SwiftEmitter {
    /// Emits the list of indexes, if the schema has any `$index`.
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

// MARK: - Documents

extension SwiftEmitter {
    /// Emits the layout of the database in Firestore. In an extension of the protocol, no generated
    /// type hides the library.
    func emit(_ documents: SchemaDocuments, to code: inout String) {
        let lists = [
            list("collections", of: documents.collections.map(SwiftLiteral.quoted)),
            list("siblings", of: documents.siblings.map(SwiftLiteral.quoted)),
            list("times", of: documents.times.map(SwiftLiteral.quoted)),
            list(
                "recurring",
                of: documents.recurring.map { pattern, other in
                    "\(SwiftLiteral.quoted(pattern)): \(SwiftLiteral.quoted(other))"
                }),
        ]
        code += """

            // swift-format-ignore
            nonisolated extension PathRoot where Self == \(types.root) {
                /// The collections, documents and times of the database, for `FirestoreEngine`.
                \(access)static var documents: TypedDatabaseFirestore.DocumentLayout {
                    TypedDatabaseFirestore.DocumentLayout(
            \(lists.compactMap(\.self).joined(separator: ",\n")))
                }
            }

            """
    }

    /// Returns an argument of the layout; `nil` for one that may be left out.
    private func list(_ label: String, of elements: [String]) -> String? {
        guard !elements.isEmpty || label == "collections" else { return nil }
        let lines = elements.map { "                \($0),\n" }.joined()
        return "            \(label): [\(lines.isEmpty ? "" : "\n\(lines)            ")]"
    }
}

// MARK: - Data checks

extension SwiftEmitter {
    /// Emits the list of the types of all data. An extension of the protocol has the default
    /// isolation of the module, which models may have, too.
    func emitDataChecks(to code: inout String) {
        var statements = ""
        // Patterns of types that recur may precede the types' own.
        var repetitions = ""
        let declarations = PathPatterns.ofRecurringTypes(in: schema, as: .schema)
        var patterns = PathPatterns(.schema)
        schema.forEachNode { node in
            let pattern = SwiftLiteral.quoted(patterns.next(node))
            if case .placeholder(let placeholder) = node.key, placeholder.hasTypeOfItsOwn {
                statements += "        checks.addKeys(\(pattern), \(placeholder.keyType).self)\n"
            }
            switch node.element {
            case .value(let name):
                statements += "        checks.add(\(pattern), \(name).self)\n"
            case .declared(let type) where schema[type].kind == .model:
                statements += "        checks.add(\(pattern), \(types[type]).self)\n"
            case .recurring(let type):
                let other = SwiftLiteral.quoted(declarations[type] ?? "")
                repetitions += "        checks.addSame(\(pattern), as: \(other))\n"
            case .declared, nil: break
            }
        }
        code += """

            // swift-format-ignore
            extension PathRoot where Self == \(types.root) {
                /// The types of all data, for `TreeDatabase.check(_:)`.
                \(access)static var checks: DataChecks {
                    var checks = DataChecks()
            \(statements)\(repetitions)        return checks
                }
            }

            """
    }
}
