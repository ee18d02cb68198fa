import PathSchema

/// Emission of the checks that Swift's compiler makes: that the app's types agree with the schema.
extension SwiftEmitter {
    /// Emits functions that nothing calls, whose errors are in the schema's own lines.
    ///
    /// With `@_alwaysEmitIntoClient`, a function that isn't called is no part of the binary. Key
    /// paths to properties that are isolated to the main actor can only be formed there.
    func emitTypeChecks(to code: inout String) {
        guard schema.options.typeChecks, !schema.checks.isEmpty else { return }
        code += """

            /// Lets the compiler check that the app's types agree with the schema.
            // swift-format-ignore
            @MainActor @available(*, deprecated)
            private enum \(typeChecksName) {

            """
        emitDateFunctions(to: &code)
        var count = 0
        for check in schema.checks {
            guard let type = parameter(of: check) else { continue }
            count += 1
            emitLocation(of: check, to: &code)
            code += "    @_alwaysEmitIntoClient static func check\(count)(_: \(type)) {}\n"
        }
        for statements in propertyChecks() {
            count += 1
            code += "    @_alwaysEmitIntoClient static func check\(count)() {\n\(statements)    }\n"
        }
        code += "}\n#sourceLocation()\n"
    }

    /// Emits the functions that take a property that is a date, if a model has one. The compiler's
    /// errors are about `Date`, which isn't disfavored.
    private func emitDateFunctions(to code: inout String) {
        let functions = Set(schema.checks.compactMap { Self.dateFunction(for: $0) })
        let time = "some \(schema.options.runtime).StoredTime"
        for (function, types) in [
            ("date", ["Date", time]), ("optionalDate", ["Date?", time, "(\(time))?"]),
        ] where functions.contains(function) {
            for (index, type) in types.enumerated() {
                code += "    @_alwaysEmitIntoClient\(index > 0 ? " @_disfavoredOverload" : "")\n"
                code += "    static func \(function)<M>(_: KeyPath<M, \(type)>) {}\n"
            }
        }
    }

    /// Returns the function that takes the property of a check; `nil` if that is no date.
    private static func dateFunction(for check: SchemaCheck) -> String? {
        guard case .property(_, _, let type?) = check.kind else { return nil }
        return type == "Date" ? "date" : type == "Date?" ? "optionalDate" : nil
    }

    /// A name that the schema doesn't use. The type is private, so other files may have it, too.
    private var typeChecksName: String {
        let taken = schema.typeNames.union(schema.types.map(\.name))
            .union([schema.options.namespace, schema.options.root].compactMap(\.self))
        var name = "SchemaTypeChecks"
        while taken.contains(name) { name += "2" }
        return name
    }

    /// Returns the type of a parameter that checks a type; `nil` for the check of a property.
    private func parameter(of check: SchemaCheck) -> String? {
        switch check.kind {
        case .type(let name): name
        case .keyType(let name): "Path<Never>.KeyedCollection<\(name)>"
        case .property: nil
        }
    }

    /// Returns the statements that check the properties of each model.
    private func propertyChecks() -> [String] {
        var statements: [String] = []
        var indices: [String: Int] = [:]
        for check in schema.checks {
            guard case .property(let property, let model, let type) = check.kind else { continue }
            let index = indices[model] ?? statements.count
            if index == statements.count {
                statements.append("")
                indices[model] = index
            }
            let name = Identifier.declared(property)
            emitLocation(of: check, to: &statements[index])
            if let function = Self.dateFunction(for: check) {
                statements[index] += "        \(function)(\\\(model).\(name))\n"
            } else {
                statements[index] +=
                    "        let _: KeyPath<\(model), \(type ?? "_")> = \\.\(name)\n"
            }
        }
        return statements
    }

    /// Emits the line of the schema, for the compiler's errors. This literal can't have escapes.
    private func emitLocation(of check: SchemaCheck, to code: inout String) {
        let file = String(
            schema.files[check.file].map { character -> Character in
                if character == "\\" { return "/" }
                return character == "\"" || character.isNewline ? "_" : character
            })
        code += "#sourceLocation(file: \"\(file)\", line: \(check.line))\n"
    }
}
