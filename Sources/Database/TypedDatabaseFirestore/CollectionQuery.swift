import TypedDatabase

/// A selection of a collection's documents, as the query that finds them.
///
/// Firestore orders differently in some cases: integer keys by their text, texts by UTF-8, maps by
/// their contents; and an order by a field leaves out the documents without it. So the documents of an
/// answer are selected from again here, and unless ``isComplete(_:)``, all documents are read.
struct CollectionQuery: Hashable, Sendable {
    let selection: TreeSelection

    /// Whether only keys are requested, which documents without fields have as well.
    let isOfKeys: Bool

    /// The query, which finds all selected documents unless ``isComplete(_:)`` says otherwise.
    private(set) var query: StructuredQuery

    /// Whether the limit counts from the end of the range. That takes an offset, since Firestore
    /// has no descending order of names.
    private(set) var isFromEnd = false

    /// Whether the query finds all documents of the collection.
    var isOfEverything: Bool { query.order == .any }

    init(
        _ selection: TreeSelection, of collection: TreePlace, _ layout: DocumentLayout,
        isOfKeys: Bool = false
    ) throws(TreeDatabaseError) {
        self.selection = selection
        self.isOfKeys = isOfKeys
        query = StructuredQuery(collection: collection)
        switch selection.order {
        case .key: selectByKey()
        // Documents aren't scalars, so the order by value is the order by key.
        case .value: if selection.lower == nil, selection.upper == nil { selectByKey() }
        case .child(let field):
            try layout.checkOrder(by: field, of: collection)
            let isTime = layout.isTime(field, ofDocumentsIn: collection)
            selectByField(field, isTime: isTime)
        }
        if isOfKeys { query.fields = fieldsOfKeys }
    }

    /// The query of all documents.
    var everything: StructuredQuery {
        var query = StructuredQuery(collection: query.collection)
        if isOfKeys { query.fields = fieldsOfKeys }
        return query
    }

    private var fieldsOfKeys: [String] {
        if case .child(let field) = selection.order {
            [FieldPath.text(field)]
        } else {
            [FieldPath.name]
        }
    }

    // MARK: - Orders

    private mutating func selectByKey() {
        guard selection.isCut, let start = cursor(selection.lower, isStart: true),
            let end = cursor(selection.upper, isStart: false)
        else { return }
        query.order = .name
        (query.start, query.end) = (start, end)
        switch selection.limit {
        case .first(let count)?: query.limit = count
        case .last(let count)?: (query.limit, isFromEnd) = (count, true)
        case nil: break
        }
    }

    /// Returns the cursor of a bound in the order of keys, `.some(nil)` without a bound, and `nil` if
    /// Firestore has the key at another position.
    private func cursor(
        _ bound: TreeSelection.Bound?, isStart: Bool
    ) -> StructuredQuery.Cursor?? {
        guard let bound else { return .some(nil) }
        guard case .key(let key) = bound.position, key.isOrderedByBytes else { return nil }
        return StructuredQuery.Cursor(key: key, isBefore: bound.isInclusive == isStart)
    }

    private mutating func selectByField(_ field: TreePlace, isTime: Bool) {
        var query = query
        query.order = .field(field, isTime: isTime)
        switch (selection.lower, selection.limit) {
        // Children without the value are the first.
        case (nil, .last?): break
        case (nil, _): return
        case (let lower?, _):
            guard let cursor = FieldBound(lower, isTime: isTime).start else { return }
            query.start = cursor
        }
        if let upper = selection.upper {
            guard let cursor = FieldBound(upper, isTime: isTime).end else { return }
            query.end = cursor
        }
        switch selection.limit {
        // One more shows whether there are others of the last one's value.
        case .first(let count)?: query.limit = count.oneMore
        case .last(let count)?:
            query.limit = count.oneMore
            query.isDescending = true
            (query.start, query.end) = (query.end?.reversed, query.start?.reversed)
        case nil: break
        }
        self.query = query
    }
}

// MARK: - Answers

extension CollectionQuery {
    /// Selects from the documents that the query has found, in order.
    func select(from documents: [FoundDocument]) -> [FoundDocument] {
        let documents = isOfKeys ? documents : documents.filter { $0.value != nil }
        let children = TreeChildren(documents.map { ($0.key, $0.value ?? Self.emptyDocument) })
        let keys = selection.select(from: children).map(\.key)
        let values = Dictionary(documents.map { ($0.key, $0) }) { $1 }
        return keys.compactMap { values[$0] }
    }

    /// The value of a document without fields: children, as all documents are, but none that a
    /// selection can name.
    private static let emptyDocument = TreeValue.children(["": true])

    /// Whether the documents that the query has found contain all that are selected.
    ///
    /// - Parameter documents: the answer to the query, in its order.
    func isComplete(_ documents: [FoundDocument]) -> Bool {
        if isOfEverything { return true }
        guard let limit = query.limit else { return true }
        let isOfAll = documents.count < limit
        switch (query.order, selection.limit) {
        case (.field(let field, _), .last(let count)?) where isOfAll && selection.lower == nil:
            // There may be documents without the field.
            return select(from: documents).count == count && !documents.isEmpty
                && areExact(documents, by: field)
        case _ where isOfAll: return true
        case (.field(let field, _), .first(let count)?), (.field(let field, _), .last(let count)?):
            return select(from: documents).count == count && areExact(documents, by: field)
                && isBoundaryExact(documents, by: field)
        case (_, .first(let count)?), (_, .last(let count)?):
            return documents.allSatisfy(\.key.isOrderedByBytes)
                && select(from: documents).count == count
        case (_, nil): return true
        }
    }

    /// Whether Firestore orders these values of a field as the tree does.
    private func areExact(_ documents: [FoundDocument], by field: TreePlace) -> Bool {
        documents.allSatisfy { document in
            switch document.value[field] {
            case .string(let text)?: text.isOrderedByBytes
            case .children?, nil: false
            default: true
            }
        }
    }

    /// Whether the last document found has another value than the one before, or the same and their
    /// keys are ordered as the tree orders them.
    private func isBoundaryExact(_ documents: [FoundDocument], by field: TreePlace) -> Bool {
        let last = documents.suffix(2).map { $0.value[field] }
        guard last.count == 2, last[0] == last[1] else { return true }
        return documents.filter { $0.value[field] == last[0] }
            .allSatisfy { $0.key.isOrderedByBytes }
    }
}

/// A document that a query has found.
struct FoundDocument: Sendable {
    var key: TreeKey
    /// The requested fields; `nil` if the document has none of them.
    var value: TreeValue?
}

extension Int {
    fileprivate var oneMore: Int { Swift.min(self, Int(Int32.max) - 1) + 1 }
}

extension StructuredQuery.Cursor {
    /// The cursor in the opposite direction.
    fileprivate var reversed: Self {
        var cursor = self
        cursor.isBefore.toggle()
        return cursor
    }
}

// MARK: - Bounds

/// The cursors for a bound in an order by a field.
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
    /// Whether the order by UTF-8 places the text as the order by UTF-16 does: it has no scalar
    /// from U+E000 on.
    var isOrderedByBytes: Bool { !utf8.contains { $0 >= 0xEE } }
}

extension TreeKey {
    /// Whether Firestore's order of names places the key, among keys that aren't integers, as the
    /// tree does.
    var isOrderedByBytes: Bool { integer == nil && text.isOrderedByBytes }
}
