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
                emitExtensionHead(of: types.names[index])
                isOpen = true
            }
            emit(members[member])
            try code.flush(to: sink)
        }
        if isOpen {
            code.write("}\n")
        }
    }

    private mutating func emitExtensionHead(of type: String) {
        code.write("\n")
        let start = code.count
        code.write("extension Path where Element == ", type, " {\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("extension Path\nwhere Element == ", type, " {\n")
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
        emitDeprecation(member.deprecation)
        let name = spellings[member.name]
        let start = code.count
        code.write("    ", access, "var ", name, ": ", type.open, type.element, type.close, " {\n")
        if !code.fits(from: start) {
            breakProperty(name, type, from: start)
        }
        emitBody(appending: spellings.literal(key))
    }

    /// Writes the accessor that takes a key for each of some placeholders: one, or for a collection of
    /// collections more.
    private mutating func emitAccessor(
        of member: Member, behind placeholders: ArraySlice<SchemaPlaceholder>, _ type: PathType
    ) {
        guard let accessor = member.accessorName, let last = placeholders.last else { return }
        emitDocumentation(last.documentation, indentation: "    ")
        emitDeprecation(member.deprecation ?? placeholders.lazy.compactMap(\.deprecation).first)
        let name = spellings[accessor]
        let start = code.count
        code.write("    ", access, "func ", name, "(")
        emitParameters(placeholders, separator: ", ")
        code.write(") -> ", type.open, type.element, type.close, " {\n")
        if !code.fits(from: start) {
            breakAccessor(name, placeholders, type, from: start)
        }
        if placeholders.count > 1 {
            emitBody(calling: name, with: placeholders)
        } else if let key = member.key {
            emitBody(appending: spellings.literal(key), spellings[last.parameter])
        } else {
            emitBody(appending: spellings[last.parameter])
        }
    }

    private mutating func emitParameters(
        _ placeholders: ArraySlice<SchemaPlaceholder>, separator: String
    ) {
        for (index, placeholder) in zip(placeholders.indices, placeholders) {
            code.write(index == placeholders.startIndex ? "" : separator)
            code.write("_ ", spellings[placeholder.parameter], ": ", schema[placeholder.keyType])
        }
    }

    /// Goes through the collection that all keys but the last lead to.
    private mutating func emitBody(
        calling accessor: String, with placeholders: ArraySlice<SchemaPlaceholder>
    ) {
        let keys = placeholders.map { spellings[$0.parameter] }
        code.write("        ", accessor, "(", keys.dropLast().joined(separator: ", "), ")")
        code.write(".child(", keys[keys.count - 1], ")\n    }\n")
    }

    private mutating func emitBody(appending key: String, _ childKey: String? = nil) {
        let start = code.count
        if let childKey {
            code.write("        Path.append(self, ", key, ", ", childKey, ")\n    }\n")
        } else {
            code.write("        Path.append(self, ", key, ")\n    }\n")
        }
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("        Path.append(\n            self,\n            ", key)
            if let childKey {
                code.write(",\n            ", childKey)
            }
            code.write("\n        )\n    }\n")
        }
    }
}

// MARK: - Long declarations

extension SwiftEmitter {
    private mutating func breakProperty(_ name: String, _ type: PathType, from start: Int) {
        code.removeAll(from: start)
        code.write("    ", access, "var ", name, ": ", type.text, "\n    {\n")
        if code.fits(from: start) { return }
        code.removeAll(from: start)
        code.write("    ", access, "var ", name, ":\n        ", type.text, "\n    {\n")
        if code.fits(from: start) { return }
        code.removeAll(from: start)
        code.write("    // swift-format-ignore\n")
        code.write("    ", access, "var ", name, ": ", type.text, " {\n")
    }

    private mutating func breakAccessor(
        _ name: String, _ placeholders: ArraySlice<SchemaPlaceholder>, _ type: PathType,
        from start: Int
    ) {
        code.removeAll(from: start)
        code.write("    ", access, "func ", name, "(\n        ")
        emitParameters(placeholders, separator: ",\n        ")
        code.write("\n    ) -> ", type.text, " {\n")
        if code.fits(from: start) { return }
        code.removeAll(from: start)
        code.write("    // swift-format-ignore\n    ", access, "func ", name, "(")
        emitParameters(placeholders, separator: ", ")
        code.write(") -> ", type.text, " {\n")
    }
}
