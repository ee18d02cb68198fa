import TypedDatabase

/// Firestore's query of one collection's documents, and its JSON.
struct StructuredQuery: Hashable, Sendable {
    /// The keys of the collection from the root.
    var collection: TreePlace

    var order = Order.any
    var isDescending = false
    var start: Cursor?
    var end: Cursor?
    var offset: Int?
    var limit: Int?

    /// The paths of the fields to return; `nil` for all.
    var fields: [String]?

    enum Order: Hashable, Sendable {
        case any
        case name
        /// By a field, then by name in the same direction. Documents without the field are left out.
        case field(TreePlace, isTime: Bool)
    }

    /// A position in the order.
    struct Cursor: Hashable, Sendable {
        /// The field's value, if the order is by a field.
        var value: Value?
        /// The name of the document among those of equal value; `nil` for all of these.
        var key: TreeKey?
        /// Whether the cursor is before the documents at the position.
        var isBefore: Bool

        enum Value: Hashable, Sendable {
            case scalar(TreeValue)
            /// Before all arrays and maps, which the tree has as children.
            case children
        }
    }
}

extension StructuredQuery {
    /// The document or root that contains the collection.
    var parent: TreePlace { TreePlace(Array(collection.keys.dropLast())) }

    /// Returns the query as JSON, the value of `structuredQuery`.
    func json(_ root: DocumentRoot) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self, root)
        return writer.bytes
    }
}

extension JSONWriter {
    mutating func write(_ query: StructuredQuery, _ root: DocumentRoot) {
        var members: [Member] = []
        if let fields = query.fields {
            members.append(("select", { $0.write(fields: fields) }))
        }
        let collections = query.collection.keys.suffix(1)
        members.append(("from", { $0.writeArray(collections) { $1.write(collection: $0) } }))
        if query.order != .any { members.append(("orderBy", { $0.write(orderOf: query) })) }
        for (name, cursor) in [("startAt", query.start), ("endAt", query.end)] {
            guard let cursor else { continue }
            members.append((name, { $0.write(cursor, of: query, root) }))
        }
        for (name, number) in [("offset", query.offset), ("limit", query.limit)] {
            guard let number else { continue }
            members.append((name, { $0.write(.integer(Int64(number))) }))
        }
        write(members: members)
    }

    private mutating func write(collection: TreeKey) {
        write(member: "collectionId") { $0.write(collection.text) }
    }

    private mutating func write(fields: [String]) {
        write(member: "fields") { $0.writeArray(fields) { $1.write(fieldPath: $0) } }
    }

    private mutating func write(fieldPath: String) {
        write(member: "fieldPath") { $0.write(fieldPath) }
    }

    private mutating func write(orderOf query: StructuredQuery) {
        var paths = [FieldPath.name]
        if case .field(let field, _) = query.order { paths.insert(FieldPath.text(field), at: 0) }
        writeArray(paths) { path, writer in
            writer.write(members: [
                ("field", { $0.write(fieldPath: path) }),
                ("direction", { $0.write(query.isDescending ? "DESCENDING" : "ASCENDING") }),
            ])
        }
    }

    private mutating func write(
        _ cursor: StructuredQuery.Cursor, of query: StructuredQuery, _ root: DocumentRoot
    ) {
        var values: [(inout JSONWriter) -> Void] = []
        if let value = cursor.value {
            var isTime = false
            if case .field(_, true) = query.order { isTime = true }
            values.append { [isTime] in $0.write(value, isTime: isTime) }
        }
        if let key = cursor.key {
            let name = root.name(of: query.collection.appending(key))
            values.append { $0.write(member: "referenceValue") { $0.write(name) } }
        }
        write(members: [
            ("values", { [values] in $0.writeArray(values) { value, writer in value(&writer) } }),
            ("before", { $0.write(.bool(cursor.isBefore)) }),
        ])
    }

    private mutating func write(_ value: StructuredQuery.Cursor.Value, isTime: Bool) {
        switch value {
        case .scalar(let value): write(field: value, isTime ? .time : .unlisted)
        case .children: write(raw: #"{"arrayValue":{}}"#)
        }
    }
}
