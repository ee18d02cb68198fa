import TypedDatabase

/// A bound in an order by a field, as cursors.
struct FieldBound {
    private let value: TreeValue?
    private let key: TreeKey?
    private let isInclusive: Bool
    private let isUsable: Bool

    init(_ bound: TreeSelection.Bound, isTime: Bool) {
        guard case .value(let value, let key) = bound.position else {
            (value, key, isInclusive, isUsable) = (nil, nil, true, false)
            return
        }
        self.value = value
        self.key = key
        isInclusive = bound.isInclusive
        switch value {
        case nil: isUsable = false
        case .string(let text)?: isUsable = text.isOrderedByBytes
        // A time before the year 1 or after 9999.
        case .integer?, .double?: isUsable = !isTime || value.flatMap(Timestamp.text) != nil
        case .bool?, .children?: isUsable = true
        }
    }

    /// The cursor from which the query begins; `nil` if Firestore has none that includes all
    /// children from the bound on.
    var start: StructuredQuery.Cursor? {
        guard isUsable, let value else { return nil }
        if case .children = value {
            return StructuredQuery.Cursor(value: .children, isBefore: true)
        }
        // Of children of the same value, Firestore orders integer keys among the others. An integer
        // comes before the key for the tree, so that one too many is found here, and none too few.
        guard let key else {
            return StructuredQuery.Cursor(value: .scalar(value), isBefore: isInclusive)
        }
        guard key.isOrderedByBytes else {
            return StructuredQuery.Cursor(value: .scalar(value), isBefore: true)
        }
        return StructuredQuery.Cursor(
            value: .scalar(value), key: key, isBefore: isInclusive)
    }

    /// The cursor at which the query ends. It includes all children up to the bound, and maybe
    /// more.
    var end: StructuredQuery.Cursor?? {
        guard isUsable, let value else { return nil }
        // All arrays and maps, which come last.
        if case .children = value { return .some(nil) }
        if key != nil { return StructuredQuery.Cursor(value: .scalar(value), isBefore: false) }
        return StructuredQuery.Cursor(value: .scalar(value), isBefore: !isInclusive)
    }
}

extension String {
    /// Whether the order by UTF-8 has the text among others where the order by UTF-16 has it: no
    /// scalar from U+E000 on.
    var isOrderedByBytes: Bool { !utf8.contains { $0 >= 0xEE } }
}

extension TreeKey {
    /// Whether Firestore's order of names has the key among others where the tree has it, if none of
    /// these is an integer.
    var isOrderedByBytes: Bool { integer == nil && text.isOrderedByBytes }
}
