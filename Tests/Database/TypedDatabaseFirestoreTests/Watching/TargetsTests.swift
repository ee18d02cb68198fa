import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct TargetsTests {
    private static let root = DocumentRoot(project: "demo", database: "(default)")
    private let ann = ListenTarget(["users", "ann"], .one)
    private let users = ListenTarget(["users"], .all)
    private let rooms = ListenTarget(["rooms"], .all)
    private var targets = Targets(root)

    // MARK: - Consistent states

    @Test mutating func nothingIsToldBeforeAConsistentState() {
        #expect(targets.add(ann) == .add(2, ann, resumeToken: nil))
        #expect(targets.tell(.added, [2]) == [])
        #expect(targets.set(["users", "ann"], ["age": 1], in: 2) == [])
        #expect(targets.tell(.current, [2], token: "t1") == [])
        #expect(targets.value(ann) == nil)
        #expect(targets.state(of: ann) == nil)
        #expect(targets.beConsistent() == ["users/ann", "state"])
        #expect(targets.value(ann) == ["age": 1])
    }

    @Test mutating func aTargetThatIsNotCurrentIsNotTold() {
        _ = targets.add(users)
        _ = targets.add(rooms)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.set(["rooms", "swift"], ["name": "Swift"], in: 4)
        _ = targets.tell(.current, [2])
        #expect(targets.beConsistent() == ["users", "state"])
        #expect(targets.state(of: rooms) == nil)
        _ = targets.tell(.current, [4])
        #expect(targets.beConsistent() == ["rooms", "state"])
        #expect(targets.value(rooms) == ["swift": ["name": "Swift"]])
    }

    @Test mutating func aCommitOfSeveralTargetsIsToldAsOne() {
        _ = targets.add(ann)
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2, 4)
        _ = targets.tell(.current, [2, 4])
        #expect(Set(targets.beConsistent()) == ["users/ann", "users", "state"])
        _ = targets.set(["users", "ann"], ["age": 2], in: 2)
        #expect(targets.value(ann) == ["age": 1])
        _ = targets.set(["users", "ann"], ["age": 2], in: 4)
        #expect(targets.value(users) == ["ann": ["age": 1]])
        #expect(Set(targets.beConsistent()) == ["users/ann", "users: ann", "state"])
        #expect(targets.value(ann) == ["age": 2])
        #expect(targets.value(users) == ["ann": ["age": 2]])
    }

    @Test(arguments: [
        TargetChange(targetIDs: [2], readTime: ReadTime("2026-01-01T00:00:00Z")),
        TargetChange(resumeToken: "t"),
        TargetChange(kind: .current, readTime: ReadTime("2026-01-01T00:00:00Z")),
    ])
    func otherChangesAreNoConsistentState(_ change: TargetChange) {
        var targets = targets
        _ = targets.add(ann)
        _ = targets.tell(.current, [2])
        #expect(targets.apply(.targetChange(change)).isEmpty)
    }

    // MARK: - Documents

    @Test mutating func documentsComeAndGo() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.set(["users", "bob"], ["age": 2], in: 2)
        _ = targets.set(["users", "cid"], nil, in: 2)
        _ = targets.tell(.current, [2])
        _ = targets.beConsistent()
        #expect(targets.value(users) == ["ann": ["age": 1], "bob": ["age": 2]])
        _ = targets.remove(["users", "ann"], from: 2)
        _ = targets.set(["users", "bob"], nil, in: 2)
        _ = targets.set(["users", "cid"], ["age": 3], in: 2)
        #expect(targets.beConsistent() == ["users: ann bob cid", "state"])
        #expect(targets.value(users) == ["cid": ["age": 3]])
        #expect(targets.beConsistent() == ["state"])
    }

    @Test mutating func aChangeMayRemoveADocumentFromATarget() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        _ = targets.beConsistent()
        _ = targets.apply(
            .documentChange(
                .init(name: Self.root.name(of: ["users", "ann"]), fields: ["age": 2]),
                targetIDs: [], removedTargetIDs: [2]))
        _ = targets.beConsistent()
        #expect(targets.state(of: users) != nil)
        #expect(targets.value(users) == nil)
    }

    @Test mutating func documentsOutsideOfATargetAreIgnored() {
        _ = targets.add(users)
        _ = targets.add(ann)
        for place in [["users"], ["users", "ann", "pets", "rex"], ["rooms", "ann"]] as [TreePlace] {
            _ = targets.set(place, ["x": 1], in: 2, 4)
        }
        _ = targets.apply(
            .documentChange(
                .init(name: "projects/other/databases/(default)/documents/users/ann", fields: 1),
                targetIDs: [2, 4], removedTargetIDs: []))
        _ = targets.tell(.current, [2, 4])
        _ = targets.beConsistent()
        #expect(targets.value(users) == nil)
        #expect(targets.value(ann) == nil)
    }

    @Test mutating func aResetForgetsTheDocuments() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.set(["users", "bob"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        _ = targets.beConsistent()
        _ = targets.tell(.reset, [2])
        #expect(targets.beConsistent() == ["state"])
        #expect(targets.value(users) == ["ann": ["age": 1], "bob": ["age": 1]])
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        #expect(targets.beConsistent() == ["users", "state"])
        #expect(targets.value(users) == ["ann": ["age": 1]])
    }

    // MARK: - Resuming

    @Test mutating func aNewSessionContinuesFromTheLastConsistentState() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2], token: "t1")
        _ = targets.beConsistent(token: "t2")
        // This was received, but isn't in a consistent state.
        _ = targets.set(["users", "bob"], ["age": 2], in: 2)
        _ = targets.tell(.none, [2], token: "t3")
        #expect(targets.resume() == [.add(4, users, resumeToken: "t2")])
        #expect(targets.value(users) == ["ann": ["age": 1]])
        // The differences have no mention of the document that came and went.
        #expect(targets.beConsistent() == ["state"])
        _ = targets.tell(.current, [4], token: "t4")
        #expect(targets.beConsistent() == ["state"])
        #expect(targets.value(users) == ["ann": ["age": 1]])
        #expect(targets.resume() == [.add(6, users, resumeToken: "t4")])
    }

    @Test mutating func messagesOfEarlierTargetsAreIgnored() {
        _ = targets.add(users)
        _ = targets.resume()
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        #expect(targets.beConsistent() == ["state"])
        #expect(targets.remove(users) == .remove(4))
        #expect(targets.remove(users) == nil)
        #expect(targets.isEmpty)
        _ = targets.set(["users", "ann"], ["age": 1], in: 4)
        #expect(targets.tell(.removed, [4]) == [])
        #expect(targets.beConsistent() == ["state"])
    }

    @Test mutating func aTargetThatIsNotKnownBeginsWithoutAToken() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.none, [], token: "t1")
        #expect(targets.resume() == [.add(4, users, resumeToken: nil)])
        _ = targets.tell(.current, [4])
        _ = targets.beConsistent()
        #expect(targets.value(users) == nil)
    }

    // MARK: - Filters

    @Test mutating func aFilterThatMatchesChangesNothing() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.set(["users", "empty"], nil, in: 2)
        #expect(targets.filter(2, 2) == [])
        #expect(targets.filter(4, 7) == [])
    }

    @Test mutating func aFilterThatDoesNotMatchAddsTheTargetAnew() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.set(["users", "bob"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2], token: "t1")
        _ = targets.beConsistent()
        #expect(targets.filter(2, 1) == ["remove 2", "add 4 users -"])
        #expect(targets.beConsistent() == ["state"])
        #expect(targets.value(users) == ["ann": ["age": 1], "bob": ["age": 1]])
        // The old one may go on for a while.
        _ = targets.set(["users", "cid"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        _ = targets.tell(.removed, [2])
        _ = targets.set(["users", "ann"], ["age": 1], in: 4)
        _ = targets.tell(.current, [4])
        #expect(targets.beConsistent() == ["users", "state"])
        #expect(targets.value(users) == ["ann": ["age": 1]])
    }

    @Test mutating func afterAMismatchANewSessionUsesNoOldToken() {
        _ = targets.add(users)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2], token: "t1")
        _ = targets.beConsistent()
        _ = targets.filter(2, 0)
        #expect(targets.resume() == [.add(6, users, resumeToken: nil)])
        _ = targets.tell(.current, [6])
        _ = targets.beConsistent()
        #expect(targets.value(users) == nil)
    }

    @Test mutating func aFilterTellsThatADocumentIsGone() {
        _ = targets.add(ann)
        _ = targets.set(["users", "ann"], ["age": 1], in: 2)
        _ = targets.tell(.current, [2])
        _ = targets.beConsistent()
        #expect(targets.filter(2, 0) == [])
        #expect(targets.beConsistent() == ["users/ann", "state"])
        #expect(targets.value(ann) == nil)
        #expect(targets.filter(2, 1) == ["remove 2", "add 4 users/ann -"])
    }

    // MARK: - Errors

    @Test mutating func aRefusalConcernsItsTargetOnly() {
        _ = targets.add(users)
        _ = targets.add(rooms)
        let cause = FirestoreStatus(name: "PERMISSION_DENIED", message: "no")
        #expect(
            targets.tell(.removed, [2], cause: cause) == ["fail users PERMISSION_DENIED"])
        #expect(!targets.contains(users))
        #expect(targets.contains(rooms))
        _ = targets.tell(.current, [4])
        #expect(targets.beConsistent() == ["rooms", "state"])
    }

    @Test mutating func otherRemovalsEndTheSession() {
        _ = targets.add(users)
        #expect(targets.tell(.removed, [2]) == ["end -"])
        let cause = FirestoreStatus(name: "UNAUTHENTICATED", message: "expired")
        #expect(targets.tell(.removed, [2], cause: cause) == ["end UNAUTHENTICATED"])
        #expect(targets.contains(users))
        #expect(targets.tell(.removed, [], cause: cause) == [])
    }
}

extension Targets {
    fileprivate func value(_ target: ListenTarget) -> TreeValue? {
        state(of: target)?.documents.value
    }

    fileprivate mutating func set(
        _ place: TreePlace, _ fields: TreeValue?, in ids: Int...
    ) -> [String] {
        let name = DocumentRoot(project: "demo", database: "(default)").name(of: place)
        return shown(
            .documentChange(
                ListenedDocument(name: name, fields: fields), targetIDs: ids, removedTargetIDs: []))
    }

    fileprivate mutating func remove(_ place: TreePlace, from ids: Int...) -> [String] {
        let name = DocumentRoot(project: "demo", database: "(default)").name(of: place)
        return shown(.documentRemoval(name: name, removedTargetIDs: ids))
    }

    fileprivate mutating func tell(
        _ kind: TargetChange.Kind, _ ids: [Int], token: String? = nil,
        cause: FirestoreStatus? = nil
    ) -> [String] {
        shown(
            .targetChange(
                TargetChange(kind: kind, targetIDs: ids, resumeToken: token, cause: cause)))
    }

    fileprivate mutating func beConsistent(token: String? = nil) -> [String] {
        shown(
            .targetChange(
                TargetChange(resumeToken: token, readTime: ReadTime("2026-01-01T00:00:00Z"))))
    }

    fileprivate mutating func filter(_ id: Int, _ count: Int) -> [String] {
        shown(.filter(targetID: id, count: count))
    }

    /// Applies a message, and describes its effects.
    private mutating func shown(_ message: ListenMessage) -> [String] {
        apply(message).map { effect in
            switch effect {
            case .reachedState: "state"
            case .change(let target, let marks) where marks.isEverything: "\(target.place)"
            case .change(let target, let marks):
                "\(target.place): "
                    + marks.places.map(\.description).sorted().joined(separator: " ")
            case .incomplete(let target): "incomplete \(target.place)"
            case .send(.add(let id, let target, let token)):
                "add \(id) \(target.place) \(token ?? "-")"
            case .send(.remove(let id)): "remove \(id)"
            case .fail(let target, let status): "fail \(target.place) \(status.name)"
            case .endSession(let status): "end \(status?.name ?? "-")"
            }
        }
    }
}
