import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct WatchTableTests {
    private let target = ListenTarget(["users", "ann"], .one)
    private let name = "projects/demo/databases/(default)/documents/users/ann"
    private var table = WatchTable(DocumentRoot(project: "demo", database: "(default)"))

    private func signal() -> WatchSignal { WatchSignal(["users", "ann"]) }

    private func time(_ second: Int) -> ReadTime? { ReadTime("2026-01-01T00:00:0\(second)Z") }

    /// Sends the document, and a consistent state of a time.
    private mutating func tell(_ value: TreeValue, id: Int, at second: Int) -> [String] {
        shown(
            table.apply(
                .documentChange(
                    .init(name: name, fields: value), targetIDs: [id], removedTargetIDs: []))
                + table.apply(.targetChange(.init(kind: .current, targetIDs: [id])))
                + table.apply(.targetChange(.init(resumeToken: "t", readTime: time(second)))))
    }

    private func shown(_ actions: [WatchTable.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .send(.add(let id, _, let token)): "add \(id) \(token ?? "-")"
            case .send(.remove(let id)): "remove \(id)"
            case .wake: "wake"
            case .fail: "fail"
            case .reachedState: "state"
            case .endSession: "end"
            }
        }
    }

    private mutating func wrote(at second: Int) {
        if let time = time(second) { table.wrote(at: time) }
    }

    // MARK: - Queries

    @Test mutating func aQueryThatDoesNotShowAllIsReplacedByTheCollection() throws {
        let selection = TreeSelection(order: .child(["n"]), limit: .last(2))
        let query = try ListenTarget(
            ["users"], selection, DocumentLayout(collections: ["users"]))
        let signal = WatchSignal(["users"], selection)
        #expect(shown(table.add(signal, to: query)) == ["add 2 -"])
        // There is one document with the field, and there may be others without it.
        #expect(tell(["n": 1], id: 2, at: 1) == ["remove 2", "add 4 -", "state"])
        #expect(table.state(for: signal) == nil)
        #expect(tell(["n": 1], id: 4, at: 2) == ["wake", "state"])
        #expect(table.state(for: signal)?.value == ["ann": ["n": 1]])
        #expect(table.targetCount == 1)
        // A second watch begins with the query again.
        let second = WatchSignal(["users"], selection)
        #expect(shown(table.add(second, to: query)) == ["add 6 -"])
        #expect(tell(["n": 1], id: 6, at: 3) == ["remove 6", "wake", "state"])
        #expect(table.targetCount == 1)
    }

    // MARK: - Writes

    @Test mutating func aStateAfterTheWriteServesANewWatch() {
        let (first, second) = (signal(), signal())
        #expect(shown(table.add(first, to: target)) == ["add 2 -"])
        wrote(at: 1)
        #expect(tell(["n": 1], id: 2, at: 1) == ["wake", "state"])
        #expect(shown(table.add(second, to: target)) == ["wake"])
        #expect(table.state(for: second)?.value == ["n": 1])
    }

    @Test mutating func aStateBeforeTheWriteIsAskedForAgain() {
        let (first, second) = (signal(), signal())
        _ = table.add(first, to: target)
        #expect(tell(["n": 1], id: 2, at: 1) == ["wake", "state"])
        wrote(at: 2)
        #expect(shown(table.add(second, to: target)) == ["remove 2", "add 4 t"])
        #expect(table.state(for: first)?.value == ["n": 1])
        #expect(table.state(for: second) == nil)
        // A document that hasn't changed isn't sent.
        #expect(
            shown(table.apply(.targetChange(.init(kind: .current, targetIDs: [4])))) == [])
        #expect(
            shown(table.apply(.targetChange(.init(readTime: time(2))))) == ["state", "wake"])
        #expect(table.state(for: second)?.value == ["n": 1])
    }

    @Test mutating func aStateThatComesByItselfWillDo() {
        let (first, second) = (signal(), signal())
        _ = table.add(first, to: target)
        _ = tell(["n": 1], id: 2, at: 1)
        wrote(at: 3)
        _ = table.add(second, to: target)
        // The new target begins with a time before the write's, as no server should say.
        #expect(tell(["n": 3], id: 4, at: 2) == ["wake", "wake", "state", "wake"])
        #expect(table.state(for: second)?.value == ["n": 3])
    }

    @Test mutating func oneStateIsAskedForAtATime() {
        let signals = (0..<4).map { _ in signal() }
        #expect(shown(table.add(signals[0], to: target)) == ["add 2 -"])
        // The first state may have been sent before this write.
        wrote(at: 1)
        #expect(shown(table.add(signals[1], to: target)) == [])
        wrote(at: 2)
        #expect(shown(table.add(signals[2], to: target)) == [])
        #expect(
            tell(["n": 0], id: 2, at: 0) == [
                "wake", "wake", "wake", "state", "remove 2", "add 4 t",
            ])
        #expect(table.state(for: signals[0])?.value == ["n": 0])
        #expect(table.state(for: signals[1]) == nil)
        wrote(at: 3)
        #expect(shown(table.add(signals[3], to: target)) == [])
        let actions = tell(["n": 2], id: 4, at: 2)
        #expect(actions.suffix(2) == ["remove 4", "add 6 t"])
        #expect(table.state(for: signals[2])?.value == ["n": 2])
        #expect(table.state(for: signals[3]) == nil)
        // A new session asks for all anyway.
        #expect(table.resume().count == 1)
        _ = tell(["n": 3], id: 8, at: 3)
        #expect(table.state(for: signals[3])?.value == ["n": 3])
    }
}
