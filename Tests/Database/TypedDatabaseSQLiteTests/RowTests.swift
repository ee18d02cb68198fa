import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Which rows a tree has.
@Suite struct RowTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try DatabaseFile(path: folder.path("a.sqlite"), options: .init()).open()
    }

    private func put(_ value: TreeValue?, at place: TreePlace) throws {
        try connection.transaction { try connection.put(value, at: place) }
    }

    /// The places of the rows, with the size of each.
    private func rows() throws -> [String] {
        let statement = try connection.prepared(
            "SELECT path, checksum, value FROM subtree ORDER BY path")
        var rows: [String] = []
        while try statement.step() {
            let place = try TreePlace(path: Array(statement.path(at: 0)))
            rows.append(
                "/\(place) \(try statement.rowValue(at: statement.path(at: 0)).rowByteCount)")
        }
        return rows
    }

    private func text(_ count: Int) -> TreeValue {
        .string(String(repeating: "x", count: count))
    }

    @Test func aSmallTreeIsARowForTheRoot() throws {
        try put(1, at: ["a", "b", "c"])
        #expect(try rows() == ["/ 11"])
        try put(2, at: ["a", "d"])
        #expect(try rows() == ["/ 14"])
        try put(nil, at: ["a"])
        #expect(try rows() == [])
    }

    @Test func aPlaceThatGrowsIsSplitAtItsChildren() throws {
        for number in 0..<8 { try put(["text": text(100)], at: ["list", TreeKey("k\(number)")]) }
        #expect(try rows() == ["/ 896"])
        try put(["text": text(100)], at: ["list", "k8"])
        #expect(try rows() == (0...8).map { "/list/k\($0) 106" })
        // A new sibling of all of them is a row of its own, whatever is below it.
        try put(true, at: ["one", "more", "place"])
        #expect(try rows().last == "/one 14")
        try put(["text": text(880)], at: ["one"])
        #expect(try rows().last == "/one 888")
        try put(1, at: ["one", "second field"])
        #expect(try rows().suffix(2) == ["/one/second field 8", "/one/text 880"])
    }

    @Test func onlyTheLargeFieldsOfALargeRecordAreRowsOfTheirOwn() throws {
        try put(["a": text(2000), "b": ["c": text(300), "d": 1], "e": 1], at: ["r"])
        #expect(try rows() == ["/r/a 2000", "/r/b 308", "/r/e 8"])
    }

    @Test func aPlaceThatShrinksIsPackedAgain() throws {
        for number in 0..<9 { try put(["text": text(100)], at: ["list", TreeKey("k\(number)")]) }
        for number in 0..<4 { try put(nil, at: ["list", TreeKey("k\(number)")]) }
        #expect(try rows().count == 5)
        try put(nil, at: ["list", "k4"])
        #expect(try rows() == ["/ 452"])
        try put(text(700), at: ["list", "k6", "text"])
        #expect(try rows().count == 4)
        try put("short", at: ["list", "k6", "text"])
        #expect(try rows() == ["/ 357"])
    }

    @Test func aPlaceThatShrinksFieldByFieldIsPackedAgain() throws {
        for number in 0..<4 { try put(text(250), at: ["r", TreeKey("f\(number)")]) }
        #expect(try rows().count == 4)
        for count in stride(from: 250, through: 1, by: -10) {
            for number in 0..<4 { try put(text(count), at: ["r", TreeKey("f\(number)")]) }
        }
        #expect(try rows() == ["/ 60"])
    }

    @Test func manySmallChildrenStayRows() throws {
        let members = (0..<200).map { (TreeKey("member \($0)"), true as TreeValue) }
        try put(.children(TreeChildren(members)), at: ["members"])
        #expect(try rows().count == 200)
        for number in 17..<200 { try put(nil, at: ["members", TreeKey("member \(number)")]) }
        #expect(try rows().count == 17)
        try put(nil, at: ["members", "member 16"])
        #expect(try rows() == ["/ 177"])
    }

    @Test func aRowIsReadAndWrittenAtAllPlacesInIt() throws {
        let value: TreeValue = ["a": ["b": ["c": 1, "d": "text"], "e": true]]
        try put(value, at: .root)
        #expect(try rows().count == 1)
        #expect(try connection.value(at: ["a", "b", "c"]) == 1)
        #expect(try connection.value(at: ["a", "b"]) == ["c": 1, "d": "text"])
        #expect(try connection.value(at: ["a", "b", "c", "x"]) == nil)
        #expect(try connection.value(at: ["a", "x"]) == nil)
        #expect(try connection.hasAnything(at: ["a", "b", "d"]))
        #expect(try !connection.hasAnything(at: ["a", "b", "d", "x"]))
        #expect(try connection.keys(at: ["a"], .all) == .children(["b", "e"]))
        #expect(try connection.count(at: ["a", "b"], .all) == 2)
        let last = TreeSelection(limit: .last(1))
        #expect(try connection.value(at: ["a", "b"], last) == ["d": "text"])
        #expect(try connection.keys(at: ["a", "e"], last) == .nothing)
        try put(nil, at: ["a", "b", "c", "x"])
        #expect(try connection.value(at: .root) == value)
        try put(2, at: ["a", "e", "x"])
        #expect(try connection.value(at: ["a", "e"]) == ["x": 2])
    }
}
