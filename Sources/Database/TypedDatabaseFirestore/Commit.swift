import TypedDatabase

/// An atomic write of several documents, with conditions.
struct Commit: Sendable {
    var writes: [DocumentWrite]

    /// The conditions on documents, whether these are written or not.
    var conditions: [TreePlace: Condition] = [:]

    /// A condition on a document.
    enum Condition: Hashable, Sendable {
        case exists
        case isMissing
        case updateTime(String)
    }

    /// Whether the server may refuse the commit because of a condition.
    var hasConditions: Bool { !conditions.isEmpty || writes.contains(where: \.onlyRemoves) }

    /// Whether there is nothing to send.
    var isEmpty: Bool { writes.isEmpty && conditions.isEmpty }

    /// Whether sending the commit twice would make its changes twice.
    var isHarmful: Bool {
        writes.contains { write in
            write.transforms.contains { if case .increment = $0 { true } else { false } }
        }
    }

    /// Returns the body of the request.
    func json(_ root: DocumentRoot, _ layout: DocumentLayout) -> [UInt8] {
        let written = Set(writes.map(\.document))
        let checked = conditions.filter { !written.contains($0.key) }
        var writer = JSONWriter()
        writer.writeObject(["writes"], key: \.self) { _, writer in
            let elements: [(inout JSONWriter) -> Void] =
                writes.map { write in
                    { writer in
                        let condition = conditions[write.document]
                        writer.write(
                            write, condition ?? (write.onlyRemoves ? .exists : nil), root, layout)
                    }
                }
                + checked.map { document, condition in
                    { $0.write(root.name(of: document), condition) }
                }
            writer.writeArray(elements) { write, writer in write(&writer) }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    private typealias Member = (name: String, write: (inout JSONWriter) -> Void)

    /// Writes the write of a document.
    fileprivate mutating func write(
        _ write: DocumentWrite, _ condition: Commit.Condition?, _ root: DocumentRoot,
        _ layout: DocumentLayout
    ) {
        let name = root.name(of: write.document)
        var members: [Member] = []
        if write.isDelete {
            members.append(("delete", { $0.write(name) }))
        } else {
            members.append(("update", { $0.write(documentOf: write, name, layout) }))
            if !write.isWhole {
                members.append(
                    ("updateMask", { $0.write(mask: write.mask.map(FieldPath.text)) }))
            }
            if !write.transforms.isEmpty {
                members.append(
                    (
                        "updateTransforms",
                        { writer in
                            writer.writeArray(write.transforms) { $1.write($0) }
                        }
                    ))
            }
        }
        if let condition { members.append(("currentDocument", { $0.write(condition) })) }
        writeObject(members, key: \.name) { member, writer in member.write(&writer) }
    }

    private mutating func write(
        documentOf write: DocumentWrite, _ name: String, _ layout: DocumentLayout
    ) {
        writeObject(["name", "fields"], key: \.self) { member, writer in
            if member == "name" {
                writer.write(name)
            } else {
                writer.write(
                    fields: write.fields?.children ?? TreeChildren(),
                    layout.fields(at: write.document))
            }
        }
    }

    private mutating func write(_ transform: DocumentWrite.Transform) {
        let members: (field: TreePlace, name: String, write: (inout JSONWriter) -> Void) =
            switch transform {
            case .increment(let field, let delta):
                (field, "increment", { $0.write(field: delta, .unlisted) })
            case .serverTime(let field):
                (field, "setToServerValue", { $0.write("REQUEST_TIME") })
            }
        writeObject(["fieldPath", members.name], key: \.self) { member, writer in
            if member == "fieldPath" {
                writer.write(FieldPath.text(members.field))
            } else {
                members.write(&writer)
            }
        }
    }

    /// Writes the condition on a document that isn't written.
    fileprivate mutating func write(_ name: String, _ condition: Commit.Condition) {
        writeObject(["verify", "currentDocument"], key: \.self) { member, writer in
            if member == "verify" { writer.write(name) } else { writer.write(condition) }
        }
    }

    private mutating func write(_ condition: Commit.Condition) {
        switch condition {
        case .exists: write(raw: #"{"exists":true}"#)
        case .isMissing: write(raw: #"{"exists":false}"#)
        case .updateTime(let time):
            writeObject(["updateTime"], key: \.self) { _, writer in writer.write(time) }
        }
    }
}
