import Testing
import TypedDatabase

@testable import TypedDatabaseOffline

/// Firebase's own cases of what observers are told about own writes and the server's events.
@Suite struct SyncPointTests {
    /// The cases whose outcome is another here, with the reason: see `Documentation/Offline.md`.
    private static let differences = [
        "Can revert a duplicate child set": "writes are answered in their order",
        "Clear parent shadowing server values set with server children":
            "an own write is shown as it was made until the server has sent the place",
        "Limit with custom orderBy is refilled with correct item":
            "a removal is shown together with the next child",
        "A tagged query fires events eventually": "a removal is shown together with the next child",
        "Deep update raises immediate events only if has complete data":
            "a removal is shown together with the next child",
        "User merge pulls in correct values": "children outside of a window aren't known",
        "User deep set pulls in correct values": "children outside of a window aren't known",
        "User write outside of limit is ignored for tagged queries":
            "a child that the server left out within a window isn't there, so a write makes it",
    ]

    @Test(arguments: SyncPointCase.all) func observersAreToldTheSame(_ test: SyncPointCase) throws {
        let problem = problem(of: test)
        if let reason = Self.differences[test.name] {
            #expect(problem != nil, "no longer different: \(reason)")
        } else {
            #expect(problem == nil)
        }
    }

    /// Returns the first step after which observers are told something else.
    private func problem(of test: SyncPointCase) -> String? {
        var run = SyncPointRun()
        for step in test.steps {
            do {
                let told = try run.take(step.action)
                if told != step.told { return "\(step.action): \(told), not \(step.told)" }
            } catch {
                return "\(step.action): \(error)"
            }
        }
        return nil
    }

    @Test func theDifferencesAreOfCases() {
        let names = Set(SyncPointCase.all.map(\.name))
        #expect(names.count == 95)
        #expect(names.isSuperset(of: Self.differences.keys))
    }
}

/// A script of steps, and of the values that observers are told after each.
struct SyncPointCase: CustomTestStringConvertible {
    struct Step {
        let action: String
        /// The places with their values, as JSON.
        var told: [String] = []
    }

    let name: String
    var steps: [Step] = []

    var testDescription: String { name }

    /// Returns the line of a value that an observer is told.
    static func line(_ place: some StringProtocol, _ value: TreeValue?) -> String {
        "\(place) \(String(decoding: JSONWriter.bytes(value), as: UTF8.self))"
    }

    static let all: [SyncPointCase] = {
        var cases: [SyncPointCase] = []
        for line in SyncPoints.text.replacing("\n  ", with: "").split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            switch words[0] {
            case "=": cases.append(SyncPointCase(name: String(words[1])))
            case ">":
                let step = cases[cases.count - 1].steps.count - 1
                let told = words[1].split(separator: " ", maxSplits: 1)
                let value = try? JSONReader.value(Array(told[1].utf8))
                cases[cases.count - 1].steps[step].told.append(Self.line(told[0], value))
            default: cases[cases.count - 1].steps.append(Step(action: String(line)))
            }
        }
        for index in cases.indices {
            for step in cases[index].steps.indices { cases[index].steps[step].told.sort() }
        }
        return cases
    }()
}

/// A device, stepped by the lines of a script. Its store works at once.
private struct SyncPointRun {
    private struct Stream {
        let id: TrackedQuery.ID
        var state: TreeValue?
        var isWhole = false

        /// Whether the server has answered the query itself, and so knows of no child beside it.
        var isWindow = false
    }

    private var device = Device()
    private var store: TreeValue?
    private var streams: [Stream] = []
    private var sending: Outbox.Sending?
    private var writes: [Int] = []
    private var observers: [(query: Query, seen: TreeValue??)] = []
    private var marks: [TreePlace] = []

    /// Takes a step, and returns the values that observers are told.
    mutating func take(_ action: String) throws -> [String] {
        let words = action.split(separator: " ").map(String.init)
        let place = Self.place(words[1])
        switch words[0] {
        case "observe":
            let selection = try Self.selection(words.dropFirst(2))
            let query = Query(place, selection.isCut ? selection : .all)
            observers.append((query, nil))
            device.observe(query)
        case "end":
            let index = try #require(observers.firstIndex { $0.query.place == place })
            device.unobserve(observers.remove(at: index).query)
        case "set", "update":
            writes.append(device.write(try Self.edits(words, place)))
        case "server", "server+":
            let isTagged = words[2].hasPrefix("#")
            let query =
                isTagged ? observers[try Self.number(words[2].dropFirst()) - 1].query : nil
            for edit in try Self.edits(words.filter { !$0.hasPrefix("#") }, place) {
                receive(edit, query)
            }
            deliver(place)
        case "made", "refused":
            let id = writes[try Self.number(words[1])]
            guard let sending, sending.ids == [id] else {
                throw TreeDatabaseError(.conflict, "another write is being sent")
            }
            self.sending = nil
            let refusal = TreeDatabaseError(.permissionDenied, at: place, "it is refused")
            device.answered(sending, words[0] == "made" ? .made : .refused(refusal))
        default: Issue.record("no step: \(action)")
        }
        settle()
        return tell()
    }

    /// The values of observers that differ from those that they were told last. As in a watch, only
    /// marked places are read again.
    private mutating func tell() -> [String] {
        defer { marks = [] }
        var told: [String] = []
        for index in observers.indices {
            let query = observers[index].query
            guard let view = device.view(of: query), view.isKnown else {
                continue
            }
            var value = observers[index].seen ?? view.value(at: query.place, query.selection)
            for mark in marks where mark.overlaps(query.place) {
                if query.place.contains(mark), !query.isCut {
                    value[mark.relative(to: query.place)] = view.value(at: mark)
                } else {
                    value = view.value(at: query.place, query.selection)
                }
            }
            guard observers[index].seen != .some(value) else { continue }
            observers[index].seen = .some(value)
            let place = query.place.depth == 0 ? "/" : query.place.description
            told.append(SyncPointCase.line(place, value))
        }
        return told.sorted()
    }

    /// Does what the device's transitions have left to be done.
    private mutating func settle() {
        var effects = device.takeEffects()[...]
        while let effect = effects.popFirst() {
            switch effect {
            case .store(let step, let event):
                for edit in step.edits(with: step.folds.map { store[$0.place] }) {
                    store[edit.place] = edit.resolved(at: 0, from: store[edit.place])
                }
                if let event { device.stored(event) }
            case .send(let next): sending = next
            case .open(let id): streams.append(Stream(id: id))
            case .close(let id): streams.removeAll { $0.id == id }
            case .wait(let timer): device.passed(timer)
            case .confirm(let id, let last, let queries):
                guard let stream = streams.first(where: { $0.id == id }) else { continue }
                let results = queries.map { query in
                    let state = stream.state[query.place.relative(to: id.query.place)]
                    return (query, query.selection.select(from: state))
                }
                device.confirmed(id, upTo: last, Dictionary(uniqueKeysWithValues: results))
            case .mark(let place): marks.append(place)
            // No script begins with a cache.
            default: break
            }
            effects += device.takeEffects()
        }
    }
}

// MARK: - The server

extension SyncPointRun {
    /// Changes the states of streams: of one query, or of all.
    private mutating func receive(_ edit: TreeEdit, _ query: Query?) {
        guard case .set(let pending) = edit.operation else { return }
        let value = pending.resolved(at: 0)
        for index in streams.indices where query == nil || streams[index].id.query == query {
            if query != nil { streams[index].isWindow = true }
            if query == nil, streams[index].isWindow { continue }
            let place = streams[index].id.query.place
            if place.contains(edit.place) {
                streams[index].state[edit.place.relative(to: place)] = value
                if edit.place == place { streams[index].isWhole = true }
            } else if edit.place.contains(place) {
                streams[index].state = value[place.relative(to: edit.place)]
                streams[index].isWhole = true
            }
        }
    }

    private mutating func deliver(_ place: TreePlace) {
        for stream in streams
        where stream.isWhole && stream.id.query.place.overlaps(place) {
            let value = stream.id.query.selection.select(from: stream.state)
            device.received(stream.id, [TreeUpdate(.root, value)])
        }
    }
}

// MARK: - Words

extension SyncPointRun {
    private static func number(_ word: some StringProtocol) throws -> Int {
        try #require(Int(word))
    }

    private static func value(_ words: some Sequence<String>) throws -> TreeValue? {
        try JSONReader.value(Array(words.joined(separator: " ").utf8))
    }

    private static func place(_ word: some StringProtocol) -> TreePlace {
        TreePlace(word.split(separator: "/").map { TreeKey(String($0)) })
    }

    /// Returns the edits of a write or an event: of a place, or of places below it.
    private static func edits(_ words: [String], _ place: TreePlace) throws -> [TreeEdit] {
        guard ["update", "server+"].contains(words[0]) else {
            return [TreeEdit(place, .set(PendingValue(try value(words.dropFirst(2)))))]
        }
        return try words.dropFirst(2).split(separator: "|").map { part in
            let below = place.appending(Self.place(part.first ?? ""))
            return TreeEdit(below, .set(PendingValue(try value(part.dropFirst()))))
        }
    }

    private static func selection(_ words: ArraySlice<String>) throws -> TreeSelection {
        var (words, selection) = (words, TreeSelection())
        while let word = words.popFirst() {
            let next = words.removeFirst()
            switch word {
            case "by":
                selection.order = .child(place(next))
            case "first": selection.limit = .first(try number(next))
            case "last": selection.limit = .last(try number(next))
            default:
                var position = TreePosition.key(TreeKey(next))
                if selection.order != .key {
                    let parts = next.split(separator: "@")
                    position = .value(
                        try value([String(parts[0])]),
                        parts.count > 1 ? TreeKey(String(parts[1])) : nil)
                }
                let isInclusive = !["after", "before"].contains(word)
                let bound = TreeSelection.Bound(position, isInclusive: isInclusive)
                if ["from", "after", "equal"].contains(word) { selection.lower = bound }
                if ["to", "before", "equal"].contains(word) { selection.upper = bound }
            }
        }
        return selection
    }
}
