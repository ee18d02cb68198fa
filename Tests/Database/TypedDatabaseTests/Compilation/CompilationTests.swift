import TestSupport
import Testing

@Suite struct CompilationTests {
    /// Each line has a function of its own, so that the compiler looks at all of them.
    private static let misuses: [(code: String, message: String)] = [
        ("try await database.set(1, at: room.name)", expected("String", not: "Int")),
        ("try await database.write { $0.set(1, at: room.name) }", expected("String", not: "Int")),
        (
            "try await database.add(player, to: room.notes)",
            "'Player' to expected argument type "
                + "'Path<Note>.KeyedCollection<NoteID>.Value' (aka 'Note')"
        ),
        (
            "try await database.set(BoardInfo(name: \"\"), at: room)",
            expected("Board", not: "BoardInfo")
        ),
        (
            "_ = try await database.value(at: room)",
            "read a branch as another type with value(at:as:)"
        ),
        (
            "_ = database.children(of: Path().players).ordered(by: \\.height)",
            "value of type 'Path<Player>' has no member 'height'"
        ),
        (
            "_ = database.children(of: Path().players).ordered(by: \\.score).starting(at: \"a\")",
            expected("Int", not: "String")
        ),
        (
            "_ = database.children(of: Path().players).starting(at: NoteID(rawValue: \"\"))",
            expected("PlayerID", not: "NoteID")
        ),
        (
            "_ = try await database.elements(of: Path().players, withKeys: [NoteID(rawValue: \"\")])",
            "cannot convert value of type 'NoteID' to expected element type 'PlayerID'"
        ),
        (
            "_ = Path().players.child(NoteID(rawValue: \"\"))",
            expected("PlayerID", not: "NoteID")
        ),
        (
            "try await database.write { $0.increment(room.name, by: 1) }",
            expected("Path<Int?>", not: "Path<String>")
        ),
        (
            "try await database.write { $0.setServerTime(at: room.name) }",
            "no exact matches in call to instance method 'setServerTime'"
        ),
        ("_ = database.children(of: room.notes).last(5).pages(of: 2)", limited),
        ("_ = try await database.children(of: room.notes).first(5).page(of: 2)", limited),
        (
            "_ = try await database.value(at: Path().players)",
            "read its elements with children(of:)"
        ),
        (
            "for try await players in database.snapshots(at: Path().players) { _ = players }",
            "observe its elements with children(of:)"
        ),
        (
            "for try await info in database.snapshots(at: room) { _ = info }",
            "read a branch as another type with snapshots(at:as:)"
        ),
        ("try await database.set([player], at: Path().players)", writeElement),
        ("try await database.set(1, at: Path().boards)", writeElement),
        ("try await database.write { $0.set(player, at: Path().players) }", writeElement),
        ("try await database.merge(player, into: Path().players)", "merge into an element"),
        (
            "try await database.write { $0.merge(player, into: Path().boards) }",
            "merge into an element"
        ),
        ("try await database.transaction(at: Path().players) { $0 = nil }", "change an element"),
        (
            "_ = try await database.children(of: room.name).get()",
            "read its value with value(at:), or children of any key with children(of:by:)"
        ),
        ("try await database.add(player, to: Path().players.child(player.id))", noCollection),
        (
            "try await database.write { $0.add(player, to: Path().players.child(player.id)) }",
            noCollection
        ),
        (
            "try await database.set(player, at: Path().players(player.id))",
            "an element has an accessor in the singular, user(_:) for users, and is at child(_:)"
        ),
        // A misspelled path is the only thing that is said.
        (
            "try await database.set(player, at: Path().playrs)",
            "value of type 'Path<Root>' has no member 'playrs'"
        ),
        (
            "_ = try await database.value(at: room.nam)",
            "value of type 'Path<Board>' has no member 'nam'"
        ),
        (
            "_ = try await database.children(of: Path().boards).get().first?.value",
            "property 'value' requires that 'Board' conform to 'Decodable'"
        ),
    ]

    /// Code as the generator writes it, and an app's own models.
    private static var schema: String {
        get throws {
            try Repository.text(
                of: "Tests/Database/TypedDatabaseTests/Support/BoardSchema.swift")
        }
    }

    private static let limited = "leave out first(_:) and last(_:)"
    private static let writeElement = "write an element with set(_:at:) or add(_:to:)"
    private static let noCollection = "this is no collection; write its value with set(_:at:)"

    private static func expected(_ type: String, not other: String) -> String {
        "cannot convert value of type '\(other)' to expected argument type '\(type)'"
    }

    @Test func misuseDoesNotCompile() async throws {
        var code = try Self.schema
        var lines: [Int: String] = [:]
        for (index, misuse) in Self.misuses.enumerated() {
            code += """
                func misuse\(index)(
                    _ database: TreeDatabase, _ room: Path<Board>, _ player: Player
                ) async throws {
                    \(misuse.code)
                }

                """
            lines[code.split(separator: "\n", omittingEmptySubsequences: false).count - 2] =
                misuse.code
        }
        let diagnostics = try await DatabaseCompiler().typecheck(code)
        for (code, message) in Self.misuses {
            let said = diagnostics.filter { lines[$0.line] == code }.map(\.message)
            #expect(said.contains { $0.hasSuffix(message) }, "\(code): \(said)")
        }
        #expect(diagnostics.filter { lines[$0.line] == nil } == [])
    }

    @Test(arguments: [
        (Isolation.nonisolated, []), (.mainActor, []),
        (
            .mainActor,
            [
                "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
                "-enable-upcoming-feature", "InferIsolatedConformances",
                "-enable-upcoming-feature", "MemberImportVisibility",
            ]
        ),
    ])
    func allThatShouldCompileDoes(_ isolation: Isolation, _ options: [String]) async throws {
        let diagnostics = try await DatabaseCompiler().typecheck(
            Self.schema + uses, isolation: isolation, options)
        #expect(diagnostics == [])
    }

    private let uses = """
        func everything(_ database: TreeDatabase, _ ana: PlayerID) async throws {
            let room = Path().board("ideas")
            try await database.remove(at: room)
            try await database.remove(at: room.notes)
            let topic: String? = try await database.value(at: room.topic)
            try await database.set(topic, at: room.topic)
            for try await topic in database.snapshots(at: room.topic) { let _: String? = topic }
            try await database.merge(Note(author: ana, text: ""), into: room.draft(ana))
            let player = Player(ana, score: 1)
            try await database.save(player, in: Path().players)
            try await database.remove(player, in: Path().players)
            _ = try await database.elements(of: Path().players, withKeys: [ana]).decoded().first?.score
            _ = try await database.exists(at: room)
            let _: PlayerID? = try await database.keys(of: Path().players).first
            let _: String? = try await database.keys(of: room).first
            let _: BoardInfo? = try await database.value(at: room, as: BoardInfo.self)
            let rooms = database.children(of: Path().boards, as: BoardInfo.self)
            _ = try await rooms.ordered(by: \\.name).starting(at: "a").get().decoded()
            let active = database.children(of: Path().players).ordered(by: \\.isActive).equal(to: true)
            let page = try await active.page(of: 2)
            _ = try await active.page(of: 2, after: page.cursor)
            let members = database.children(of: Path().members, by: Path().members.child)
            for child in try await members.get() { let _: Path<Player> = child.path }
            for await state in database.connection { print(state.reason?.message ?? "online") }
            // A class that isn't Sendable.
            let counter = try await database.add(Counter(), to: Path().counters)
            try await database.transaction(at: counter) { $0?.count += 1 }
            for try await counter in database.snapshots(at: counter) { counter?.count += 1 }
        }

        @MainActor final class Model {
            private let database: TreeDatabase
            private var notes: [Note] = []
            private var count = 0
            private let name: LiveValue<String>
            private let recent: LiveChildren<NoteID, Note>
            private let history: LivePages<NoteID, Note>

            init(_ database: TreeDatabase) {
                self.database = database
                let room = Path().board("ideas")
                name = LiveValue(database.snapshots(at: room.name))
                recent = LiveChildren(database.children(of: room.notes).last(50))
                history = LivePages(database.children(of: room.notes).reversed(), pageSize: 50)
            }

            func follow(_ room: Path<Board>) {
                Task {
                    for try await notes in database.children(of: room.notes).snapshots() {
                        self.notes = try notes.decoded()
                    }
                }
            }

            func say(_ text: String, in room: Path<Board>, as user: PlayerID) async throws {
                try await database.write { batch in
                    count += 1
                    batch.add(Note(author: user, text: text + "\\(count)"), to: room.notes)
                }
                try await database.transaction(at: room.topic) { topic in
                    count += 1
                    topic = "\\(count)"
                }
                for try await changes in database.children(of: Path().counters).changes() {
                    for case .changed(let child, _) in changes { count += try child.value.count }
                }
            }

            func shown() -> String {
                (name.value ?? "") + recent.children.map(\\.id.text).joined()
                    + history.children.map(\\.id.text).joined()
            }
        }
        """
}
