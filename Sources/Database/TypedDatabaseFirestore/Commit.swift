import DatabaseTransport
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

    /// Whether the commit is a no-op.
    var isEmpty: Bool { writes.isEmpty && conditions.isEmpty }

    /// Whether the commit isn't idempotent: sent twice, it would add twice.
    var isHarmful: Bool {
        writes.contains { write in
            write.transforms.contains { if case .increment = $0 { true } else { false } }
        }
    }

    /// Returns the body of the request.
    func json(_ root: DocumentRoot, _ layout: DocumentLayout) -> [UInt8] {
        let written = Set(writes.map(\.document))
        let checked = conditions.filter { !written.contains($0.key) }
        let elements: [(inout JSONWriter) -> Void] =
            writes.map { write in
                let condition = conditions[write.document] ?? (write.onlyRemoves ? .exists : nil)
                return { $0.write(write, condition, root, layout) }
            }
            + checked.map { document, condition in
                { $0.write(root.name(of: document), condition) }
            }
        return JSONWriter.bytes(members: [
            ("writes", { $0.writeArray(elements) { write, writer in write(&writer) } })
        ])
    }
}

extension JSONWriter {
    /// Writes a document's write.
    fileprivate mutating func write(
        _ write: DocumentWrite, _ condition: Commit.Condition?, _ root: DocumentRoot,
        _ layout: DocumentLayout
    ) {
        let name = root.name(of: write.document)
        var members: [Member] = []
        if write.isDelete {
            members.append(("delete", { $0.write(name) }))
        } else {
            let fields = write.fields?.children ?? TreeChildren()
            let document: [Member] = [
                ("name", { $0.write(name) }),
                ("fields", { $0.write(fields: fields, layout.fields(at: write.document)) }),
            ]
            members.append(("update", { $0.write(members: document) }))
            if !write.isWhole {
                members.append(("updateMask", { $0.write(mask: write.mask.map(FieldPath.text)) }))
            }
            if !write.transforms.isEmpty {
                let transforms = write.transforms
                members.append(
                    ("updateTransforms", { $0.writeArray(transforms) { $1.write($0) } }))
            }
        }
        if let condition { members.append(("currentDocument", { $0.write(condition) })) }
        self.write(members: members)
    }

    private mutating func write(_ transform: DocumentWrite.Transform) {
        let (field, change): (TreePlace, Member) =
            switch transform {
            case .increment(let field, let delta):
                (field, ("increment", { $0.write(field: delta, .unlisted) }))
            case .serverTime(let field):
                (field, ("setToServerValue", { $0.write("REQUEST_TIME") }))
            }
        write(members: [("fieldPath", { $0.write(FieldPath.text(field)) }), change])
    }

    /// Writes the condition on a document that isn't written.
    fileprivate mutating func write(_ name: String, _ condition: Commit.Condition) {
        write(members: [
            ("verify", { $0.write(name) }), ("currentDocument", { $0.write(condition) }),
        ])
    }

    private mutating func write(_ condition: Commit.Condition) {
        switch condition {
        case .exists: write(raw: #"{"exists":true}"#)
        case .isMissing: write(raw: #"{"exists":false}"#)
        case .updateTime(let time):
            write(member: "updateTime") { $0.write(time) }
        }
    }
}

// MARK: - Writes

/// All edits of one document, as one write of a commit.
struct DocumentWrite: Sendable {
    let document: TreePlace

    /// Whether the document is replaced, or removed if there are neither fields nor transforms.
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

    /// Whether the write only removes fields. It must not create an empty document.
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

// MARK: - Conditions

/// A precondition: the version that a document or a field must still have.
struct PlaceCondition: Sendable {
    let location: DocumentLocation
    let document: TreePlace
    private let version: TreeVersion

    /// Throws for the root and for a collection, whose states Firestore can't compare.
    init(_ version: PlaceVersion, _ layout: DocumentLayout) throws(TreeDatabaseError) {
        location = try layout.locate(version.place)
        guard let document = location.document else {
            throw location == .root
                ? layout.rootError : DocumentLayout.collectionConditionError(version.place)
        }
        self.document = document
        self.version = version.version
    }

    /// Whether the current state has the version.
    func isMet(by current: VersionedValue) -> Bool {
        switch version {
        case .value(let value): current.value == value
        case .tag: current.version == version
        }
    }

    /// The equivalent condition on the document; `nil` for the version of a field.
    fileprivate var condition: Commit.Condition? {
        switch version {
        case .tag(""): .isMissing
        case .tag(let time): .updateTime(time)
        case .value: nil
        }
    }
}

extension Commit {
    /// Makes a commit whose conditions are known without reading; `nil` if they aren't.
    init?(_ writes: [DocumentWrite], _ conditions: [PlaceCondition]) {
        self.init(writes: writes)
        for condition in conditions {
            guard let known = condition.condition,
                [nil, known].contains(self.conditions[condition.document])
            else { return nil }
            self.conditions[condition.document] = known
        }
        dropRemovalsFromMissing()
    }

    /// Makes a commit whose conditions are the update times of documents that were read.
    init(
        _ writes: [DocumentWrite], _ conditions: [PlaceCondition],
        _ documents: [TreePlace: ReadDocument]
    ) {
        self.init(writes: writes)
        let removals = writes.filter(\.onlyRemoves).map(\.document)
        for document in conditions.map(\.document) + removals {
            let time = documents[document]?.updateTime
            self.conditions[document] = time.map(Condition.updateTime) ?? .isMissing
        }
        dropRemovalsFromMissing()
    }

    private mutating func dropRemovalsFromMissing() {
        let conditions = conditions
        writes.removeAll { $0.onlyRemoves && conditions[$0.document] == .isMissing }
    }
}

extension Backoff {
    /// The delays between tries of a write whose documents others change.
    static let contention = Backoff(first: .milliseconds(5), longest: .milliseconds(500))
}
