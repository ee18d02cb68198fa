import PathSchema

/// The members of paths.
extension SwiftEmitter {
    /// Writes the extension of a type's paths.
    mutating func emitType<Failure: Error>(
        _ index: Int, to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        emitConformances(of: index)
        let members = schema.members(of: schema.types[index])
        var isOpen = false
        for member in members.indices where shared.group(ofMember: member) == nil {
            if isOpen {
                code.write("\n")
            } else {
                emitExtensionHead(" == ", types.names[index])
                isOpen = true
            }
            emit(members[member])
            try code.flush(to: sink)
        }
        if isOpen {
            code.write("}\n")
        }
    }

    /// - Parameter relation: what `Element` is to the type: ` == ` or `: `.
    mutating func emitExtensionHead(_ relation: String, _ type: String) {
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
    /// - Parameter element: what stands for its element where many types share the member.
    mutating func emit(_ member: Member, element: String? = nil) {
        let element = element ?? types.name(of: member.element)
        let placeholders = schema.placeholders(of: member)
        if let key = member.key {
            emitProperty(of: member, key: key, PathType(element, inCollections: placeholders.count))
        }
        for count in 0..<placeholders.count {
            if count > 0 || member.key != nil {
                code.write("\n")
            }
            emitAccessor(
                of: member, behind: placeholders.prefix(count + 1),
                PathType(element, inCollections: placeholders.count - count - 1))
        }
    }

    private mutating func emitProperty(of member: Member, key: Name, _ type: PathType) {
        emitDocumentation(member.documentation, indentation: "    ")
        let attributes = code.count
        emitDeprecation(member.deprecation)
        let start = code.count
        let name = spellings[member.name]
        code.write("    ", access, "var ", name, ": ", type.open, type.element, type.close, " {\n")
        if !code.fits(from: start), !breakProperty(name, type, from: start) {
            exemptDeclaration(from: attributes, deprecation: member.deprecation)
            code.write("    ", access, "var ", name, ": ", type.text, " {\n")
        }
        emitBody(appending: key)
    }

    /// Writes the accessor that takes a key for each of some placeholders: one, or for a collection of
    /// collections more.
    private mutating func emitAccessor(
        of member: Member, behind placeholders: ArraySlice<SchemaPlaceholder>, _ type: PathType
    ) {
        guard let accessor = member.accessorName, let last = placeholders.last else { return }
        emitDocumentation(last.documentation, indentation: "    ")
        let attributes = code.count
        let deprecation = member.deprecation ?? placeholders.lazy.compactMap(\.deprecation).first
        emitDeprecation(deprecation)
        let start = code.count
        emitAccessorHead(accessor, placeholders, type)
        if !code.fits(from: start), !breakAccessor(accessor, placeholders, type, from: start) {
            exemptDeclaration(from: attributes, deprecation: deprecation)
            emitAccessorHead(accessor, placeholders, type)
        }
        if placeholders.count > 1 {
            emitBody(calling: accessor, with: placeholders)
        } else if let key = member.key {
            emitBody(appending: key, spellings[last.parameter])
        } else {
            code.write(
                "        Path.append(self, ", spellings[last.parameter], ")\n    }\n")
        }
    }

    private mutating func emitAccessorHead(
        _ name: Name, _ placeholders: ArraySlice<SchemaPlaceholder>, _ type: PathType
    ) {
        code.write("    ", access, "func ", spellings[name], "(")
        emitParameters(placeholders, separator: ", ")
        code.write(") -> ", type.open, type.element, type.close, " {\n")
    }

    private mutating func emitParameters(
        _ placeholders: ArraySlice<SchemaPlaceholder>, separator: String
    ) {
        for (index, placeholder) in zip(placeholders.indices, placeholders) {
            code.write(index == placeholders.startIndex ? "" : separator)
            code.write("_ ", spellings[placeholder.parameter], ": ", schema[placeholder.keyType])
        }
    }
}

// MARK: - Bodies

extension SwiftEmitter {
    private mutating func emitBody(appending key: Name, _ childKey: String? = nil) {
        let literal = spellings.literal(key)
        let start = code.count
        code.write("        Path.append(self, \"", literal, "\"")
        if let childKey {
            code.write(", ", childKey)
        }
        code.write(")\n    }\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("        Path.append(\n            self,\n            \"", literal, "\"")
            if let childKey {
                code.write(",\n            ", childKey)
            }
            code.write("\n        )\n    }\n")
        }
    }

    /// Goes through the collection that all keys but the last lead to.
    private mutating func emitBody(
        calling accessor: Name, with placeholders: ArraySlice<SchemaPlaceholder>
    ) {
        // A parameter of the accessor's own name would be what is called, and `self` the path.
        let isHidden =
            schema[accessor] == "self" || placeholders.contains { $0.parameter == accessor }
        let callee = (isHidden ? "self." : "") + spellings[accessor]
        var keys = placeholders.map { spellings[$0.parameter] }
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
        _ name: String, _ type: PathType, from start: Int
    ) -> Bool {
        code.removeAll(from: start)
        code.write("    ", access, "var ", name, ": ", type.text, "\n    {\n")
        if code.fits(from: start) { return true }
        code.removeAll(from: start)
        code.write("    ", access, "var ", name, ":\n        ", type.text, "\n    {\n")
        return code.fits(from: start)
    }

    /// Writes an accessor again, on several lines. Returns whether these are short enough.
    private mutating func breakAccessor(
        _ name: Name, _ placeholders: ArraySlice<SchemaPlaceholder>, _ type: PathType,
        from start: Int
    ) -> Bool {
        code.removeAll(from: start)
        code.write("    ", access, "func ", spellings[name], "(\n        ")
        emitParameters(placeholders, separator: ",\n        ")
        code.write("\n    ) -> ", type.text, " {\n")
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
