import PathSchema

/// The members of paths.
extension SwiftEmitter {
    /// Writes the extension of a type's paths.
    mutating func emitType<Failure: Error>(
        _ index: Int, to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        emitConformances(of: index)
        var isOpen = false
        for position in schema.types[index].members where shared.group(ofMember: position) == nil {
            if isOpen {
                code.write("\n")
            } else {
                emitExtensionHead(" == ", spellings.types[index])
                isOpen = true
            }
            let member = schema.members[position]
            emit(member, element: spellings.element(member.element))
            try code.flush(to: sink)
        }
        if isOpen {
            code.write("}\n")
        }
    }

    /// - Parameter relation: what `Element` is to the type: ` == ` or `: `.
    mutating func emitExtensionHead(_ relation: Fragment, _ type: Fragment) {
        code.write("\n")
        let start = code.count
        code.write("extension Path where Element", relation, type, " {\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("extension Path\nwhere Element", relation, type, " {\n")
        }
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("// swift-format-ignore\n")
            code.write("extension Path where Element", relation, type, " {\n")
        }
    }

    /// Writes the property and the accessors of a member.
    ///
    /// - Parameter element: what its paths lead to in the end.
    mutating func emit(_ member: Member, element: Fragment) {
        let placeholders = member.placeholders
        if let key = member.key {
            emitProperty(
                of: member, key: key,
                spellings.path(to: element, inCollections: placeholders.count))
        }
        for last in placeholders {
            if last > placeholders.lowerBound || member.key != nil {
                code.write("\n")
            }
            emitAccessor(
                of: member, behind: placeholders.lowerBound..<last + 1,
                spellings.path(to: element, inCollections: placeholders.upperBound - last - 1))
        }
    }

    private mutating func emitProperty(of member: Member, key: Name, _ type: PathType) {
        emitDocumentation(member.documentation, indentation: "    ")
        let attributes = code.count
        emitDeprecation(member.deprecation)
        let start = code.count
        let name = spellings[member.name]
        emitPropertyHead(name, type)
        if !code.fits(from: start), !breakProperty(name, type, from: start) {
            exemptDeclaration(from: attributes, deprecation: member.deprecation)
            emitPropertyHead(name, type)
        }
        emitBody(appending: key)
    }

    private mutating func emitPropertyHead(_ name: Fragment, _ type: PathType) {
        code.write("    ", access, "var ", name, ": ", type.open, type.element, type.close, " {\n")
    }

    /// Writes the accessor that takes a key for each of some placeholders: one, or for a collection of
    /// collections more.
    private mutating func emitAccessor(
        of member: Member, behind placeholders: Range<Int>, _ type: PathType
    ) {
        guard let accessor = member.accessorName else { return }
        let last = schema.placeholders[placeholders.upperBound - 1]
        emitDocumentation(last.documentation, indentation: "    ")
        let attributes = code.count
        let deprecation = member.deprecation ?? deprecation(of: placeholders)
        emitDeprecation(deprecation)
        let start = code.count
        emitAccessorHead(accessor, placeholders, type)
        if !code.fits(from: start), !breakAccessor(accessor, placeholders, type, from: start) {
            exemptDeclaration(from: attributes, deprecation: deprecation)
            emitAccessorHead(accessor, placeholders, type)
        }
        if placeholders.count > 1 {
            emitBody(calling: accessor, with: schema.placeholders[placeholders])
        } else if let key = member.key {
            emitBody(appending: key, spellings[last.parameter])
        } else {
            code.write("        Path.append(self, ", spellings[last.parameter], ")\n    }\n")
        }
    }

    /// The first that some placeholders have.
    private func deprecation(of placeholders: Range<Int>) -> Name? {
        for placeholder in placeholders {
            if let deprecation = schema.placeholders[placeholder].deprecation { return deprecation }
        }
        return nil
    }

    private mutating func emitAccessorHead(
        _ name: Name, _ placeholders: Range<Int>, _ type: PathType
    ) {
        code.write("    ", access, "func ", spellings[name], "(")
        emitParameters(placeholders, separator: ", _ ")
        code.write(") -> ", type.open, type.element, type.close, " {\n")
    }

    private mutating func emitParameters(_ placeholders: Range<Int>, separator: Fragment) {
        var before: Fragment = "_ "
        for index in placeholders {
            let placeholder = schema.placeholders[index]
            code.write(
                before, spellings[placeholder.parameter], ": ",
                spellings.text(placeholder.keyType))
            before = separator
        }
    }
}

// MARK: - Bodies

extension SwiftEmitter {
    private mutating func emitBody(appending key: Name, _ childKey: Fragment = "") {
        let start = code.count
        let literal = spellings.literal(key)
        let separator: Fragment = childKey.isEmpty ? "" : ", "
        code.write("        Path.append(self, \"", literal, "\"", separator, childKey, ")\n    }\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            let separator: Fragment = childKey.isEmpty ? "" : ",\n            "
            code.write(
                "        Path.append(\n            self,\n            \"", literal, "\"", separator,
                childKey, "\n        )\n    }\n")
        }
    }

    /// Goes through the collection that all keys but the last lead to.
    private mutating func emitBody(
        calling accessor: Name, with placeholders: ArraySlice<SchemaPlaceholder>
    ) {
        // A parameter of the accessor's own name would be what is called, and `self` the path.
        let isHidden =
            schema[accessor] == "self" || placeholders.contains { $0.parameter == accessor }
        let callee = (isHidden ? "self." : "") + Identifier.declared(schema[accessor])
        var keys = placeholders.map { Identifier.declared(schema[$0.parameter]) }
        let last = keys.removeLast()
        let start = code.count
        code.write("        ", callee, "(", keys.joined(separator: ", "), ").child(", last, ")\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("        ", callee, "(\n            ")
            code.write(keys.joined(separator: ",\n            "), "\n")
            let end = code.count
            code.write("        ).child(", last, ")\n")
            if !code.fits(from: end) {
                code.removeAll(from: end)
                code.write("        ).child(\n            ", last, "\n        )\n")
            }
        }
        code.write("    }\n")
    }
}

// MARK: - Long declarations

extension SwiftEmitter {
    /// Writes a property again, on several lines. Returns whether these are short enough.
    private mutating func breakProperty(
        _ name: Fragment, _ type: PathType, from start: Int
    ) -> Bool {
        for space in [" ", "\n        "] as [Fragment] {
            code.removeAll(from: start)
            code.write("    ", access, "var ", name, ":", space)
            code.write(type.open, type.element, type.close, "\n    {\n")
            if code.fits(from: start) { return true }
        }
        return false
    }

    /// Writes an accessor again, on several lines. Returns whether these are short enough.
    private mutating func breakAccessor(
        _ name: Name, _ placeholders: Range<Int>, _ type: PathType, from start: Int
    ) -> Bool {
        code.removeAll(from: start)
        code.write("    ", access, "func ", spellings[name], "(\n        ")
        emitParameters(placeholders, separator: ",\n        _ ")
        code.write("\n    ) -> ", type.open, type.element, type.close, " {\n")
        return code.fits(from: start)
    }

    /// Takes a declaration back that no line break makes short enough, and asks `swift format` to leave
    /// alone the one that follows.
    private mutating func exemptDeclaration(from attributes: Int, deprecation: Name?) {
        code.removeAll(from: attributes)
        code.write("    // swift-format-ignore\n")
        emitDeprecation(deprecation)
    }
}
