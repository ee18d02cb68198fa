import TypedDatabase

/// All edits of one document, as one write of a commit.
struct DocumentWrite: Sendable {
    let document: TreePlace

    /// Whether the document is replaced, or removed if that leaves nothing to write.
    private(set) var isWhole = false

    /// The new values, at their fields.
    private(set) var fields: TreeValue?

    /// The fields to change, unless the document is replaced. Without a new value, they are removed.
    private(set) var mask: [TreePlace] = []

    private(set) var transforms: [Transform] = []

    /// A change of a field that the server makes after all others.
    enum Transform: Sendable {
        case increment(TreePlace, by: TreeValue)
        case serverTime(TreePlace)
    }

    /// Whether the document is removed.
    var isDelete: Bool { isWhole && fields == nil && transforms.isEmpty }

    /// Whether fields are removed and nothing is written, which must not make an empty document.
    var onlyRemoves: Bool { !isWhole && fields == nil && transforms.isEmpty }

    private init(_ document: TreePlace) {
        self.document = document
    }

    /// Returns the writes of a batch, one for each document.
    ///
    /// Throws for edits that Firestore can't make.
    static func writes(
        of edits: [TreeEdit], _ layout: DocumentLayout
    ) throws(TreeDatabaseError) -> [DocumentWrite] {
        var order: [TreePlace] = []
        var writes: [TreePlace: DocumentWrite] = [:]
        for edit in edits {
            let location = try layout.locate(edit.place)
            guard let document = location.document else {
                throw location == .root
                    ? layout.rootError : DocumentLayout.collectionError(edit.place)
            }
            if writes[document] == nil { order.append(document) }
            try writes[document, default: DocumentWrite(document)]
                .add(edit, at: location.field, layout)
        }
        let all = order.compactMap { writes[$0] }
        for write in all { try write.check() }
        return all
    }

    // MARK: - Edits

    private mutating func add(
        _ edit: TreeEdit, at field: TreePlace, _ layout: DocumentLayout
    ) throws(TreeDatabaseError) {
        let fieldLayout = layout.fields(at: edit.place)
        switch edit.operation {
        case .set(let value) where field == .root:
            try checkDocument(value, at: edit.place, layout)
            isWhole = true
            try set(value, fieldLayout, at: field, edit.place)
        case .set(let value):
            mask.append(field)
            try set(value, fieldLayout, at: field, edit.place)
        case .increment(let delta):
            guard field != .root else {
                throw DocumentLayout.scalarError(edit.place, "a number")
            }
            guard !fieldLayout.isTime else {
                throw TreeDatabaseError(
                    .unsupported, at: edit.place,
                    "it is a time, which Firestore can't add to; read it and set it in a transaction"
                )
            }
            transforms.append(.increment(field, by: delta))
        }
    }

    private mutating func set(
        _ value: PendingValue, _ layout: FieldLayout, at field: TreePlace, _ place: TreePlace
    ) throws(TreeDatabaseError) {
        if let known = value.value {
            try DocumentLimits.check(known, layout, field: field, at: place)
            fields[field] = known
        }
        for time in value.serverTimes {
            let (field, place) = (field.appending(time), place.appending(time))
            for key in time.keys { try DocumentLimits.check(key, at: place) }
            try DocumentLimits.check(field: field, at: place)
            transforms.append(.serverTime(field))
        }
    }

    private func checkDocument(
        _ value: PendingValue, at place: TreePlace, _ layout: DocumentLayout
    ) throws(TreeDatabaseError) {
        switch value.value {
        case .children(let children)?:
            for collection in layout.subcollections(of: place) where children[collection] != nil {
                throw DocumentLayout.subcollectionError(place.appending(collection))
            }
        case let scalar?: throw DocumentLayout.scalarError(place, scalar.description)
        case nil: break
        }
        for time in value.serverTimes {
            guard let first = time.keys.first else {
                throw DocumentLayout.scalarError(place, "a time")
            }
            if layout.subcollections(of: place).contains(first) {
                throw DocumentLayout.subcollectionError(place.appending(first))
            }
        }
    }

    private func check() throws(TreeDatabaseError) {
        if let fields { try DocumentLimits.checkSize(of: fields, at: document) }
        guard transforms.count <= DocumentLimits.transforms else {
            throw TreeDatabaseError(
                .tooLarge, at: document,
                "Firestore makes at most \(DocumentLimits.transforms) increments and server times in "
                    + "one write of a document; these are \(transforms.count)")
        }
    }
}
