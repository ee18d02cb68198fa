import DatabaseTransport
import TypedDatabase

/// A version that a document or a field must still have.
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

    /// The condition on the document that the version is; `nil` for the version of a field.
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

    /// Makes a commit on the condition that documents are still as they were read.
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
