import TypedDatabase

extension JSONWriter {
    /// Writes the fields of a document, or of a map.
    mutating func write(fields: TreeChildren, _ layout: FieldLayout) {
        writeObject(fields, key: \.key.text) { field, writer in
            writer.write(field: field.value, layout.child(field.key))
        }
    }

    /// Writes the value of a field.
    ///
    /// - Parameter layout: the field's layout, by which numbers are times.
    mutating func write(field value: TreeValue, _ layout: FieldLayout) {
        if layout.isTime, let time = Timestamp.text(of: value) {
            write(kind: "timestampValue") { $0.write(time) }
            return
        }
        switch value {
        case .bool: write(kind: "booleanValue") { $0.write(value) }
        case .integer(let integer): write(kind: "integerValue") { $0.write("\(integer)") }
        case .double: write(kind: "doubleValue") { $0.write(value) }
        case .string: write(kind: "stringValue") { $0.write(value) }
        case .children(let children):
            write(kind: "mapValue") { writer in
                writer.writeObject(["fields"], key: \.self) { _, writer in
                    writer.write(fields: children, layout)
                }
            }
        }
    }

    private mutating func write(kind: String, _ body: (inout JSONWriter) -> Void) {
        writeObject([kind], key: \.self) { _, writer in body(&writer) }
    }
}
