import Foundation
import Testing

/// A small change of a large schema is a small change of its code, for people who review it and for
/// compilers that build incrementally.
///
/// Eight features have their members each in their own place; with forty, what all have is declared once.
@Suite struct SmallChangesTests {
    /// A line of the schema, the line in its place, and the lines of code that differ.
    private static let changes = [
        (
            #"      "size5": "Int","#, #"      "extent": "Int","#,
            [
                "-    var size5: Path<Int> {",
                #"-        Path.append(self, "size5")"#,
                "+    var extent: Path<Int> {",
                #"+        Path.append(self, "extent")"#,
            ]
        ),
        (
            #"    "things5": {"#, #"    "objects": {"#,
            [
                "-    var things5: Path<Thing>.Collection {",
                #"-        Path.append(self, "things5")"#,
                "-    func things5(_ thingId: String) -> Path<Thing> {",
                #"-        Path.append(self, "things5", thingId)"#,
                "+    var objects: Path<Thing>.Collection {",
                #"+        Path.append(self, "objects")"#,
                "+    func object(_ thingId: String) -> Path<Thing> {",
                #"+        Path.append(self, "objects", thingId)"#,
            ]
        ),
        (
            #"      "size5": "Int","#, #"      "size5": "[Int]","#,
            ["-    var size5: Path<Int> {", "+    var size5: Path<[Int]> {"]
        ),
    ]

    @Test(arguments: changes, [8, 40])
    func changedLineChangesItsMember(
        change: (line: String, replacement: String, difference: [String]), count: Int
    ) throws {
        let schema = LargeSchema(featureCount: count)
        let changed = schema.replacing(change.line, with: change.replacement)
        #expect(try Self.difference(from: schema.text, to: changed) == change.difference)
    }

    @Test(arguments: [8, 40])
    func newLeafAddsItsMember(count: Int) throws {
        let schema = LargeSchema(featureCount: count)
        let changed = schema.replacing(
            #"      "size5": "Int","#, with: #"      "size5": "Int", "color": "Color","#)
        let difference = try Self.difference(from: schema.text, to: changed)
        #expect(
            difference.filter { $0.contains(where: \.isLetter) } == [
                "+    var color: Path<Color> {",
                #"+        Path.append(self, "color")"#,
            ])
    }

    @Test(arguments: [8, 40])
    func placeholderOfAnotherNameChangesItsAccessor(count: Int) throws {
        let schema = LargeSchema(featureCount: count)
        let changed = schema.text.replacingOccurrence(
            5, of: #""<thingId>": "Thing""#, with: #""<key: Int>": "Thing""#)
        let difference = try Self.difference(from: schema.text, to: changed)
        #expect(
            difference == [
                "-    var things5: Path<Thing>.Collection {",
                "-    func things5(_ thingId: String) -> Path<Thing> {",
                #"-        Path.append(self, "things5", thingId)"#,
                "+    var things5: Path<Thing>.KeyedCollection<Int> {",
                "+    func things5(_ key: Int) -> Path<Thing> {",
                #"+        Path.append(self, "things5", key)"#,
            ])
    }

    /// The name of a phantom type is in its declaration, its extension, and where it is used.
    @Test(arguments: [8, 40])
    func renamedBranchChangesTheLinesWithItsName(count: Int) throws {
        let schema = LargeSchema(featureCount: count)
        let changed = schema.replacing(#"  "feature5": {"#, with: #"  "benefit": {"#)
        let difference = try Self.difference(from: schema.text, to: changed)
        #expect(difference.count % 2 == 0)
        let removed = difference.prefix(difference.count / 2).map { $0.dropFirst() }
        let inserted = difference.suffix(difference.count / 2).map { $0.dropFirst() }
        #expect(removed.allSatisfy { $0.contains("eature5") })
        #expect(
            inserted
                == removed.map {
                    $0.replacing("Feature5", with: "Benefit").replacing(
                        "feature5", with: "benefit")[
                            ...]
                })
        let code = try Generation(schema.text) { $0.typeChecks = false }.code
        #expect(removed.count == code.split(separator: "\n").count { $0.contains("eature5") })
    }

    /// Whatever was in one place is in another, and nothing else has changed.
    @Test(arguments: [8, 40])
    func movedNodeMovesItsLines(count: Int) throws {
        let schema = LargeSchema(featureCount: count)
        let leaf = #"      "size5": "Int","#
        let changed = schema.replacing(leaf, with: "")
            .replacingOccurrences(
                of: #""author5": "User""#, with: #""author5": "User", "size5": "Int""#)
        let difference = try Self.difference(from: schema.text, to: changed)
        #expect(
            difference.filter { $0.contains(where: \.isLetter) } == [
                "-    var size5: Path<Int> {",
                #"-        Path.append(self, "size5")"#,
                "+    var size5: Path<Int> {",
                #"+        Path.append(self, "size5")"#,
            ])
    }

    /// The fifth of forty titles that are declared once comes to stand with its own type.
    @Test func sharedLeafOfAnotherTypeLeavesTheOthersShared() throws {
        let schema = LargeSchema(featureCount: 40).text
        let changed = schema.replacingOccurrence(
            5, of: #""title": "String""#, with: #""title": "Title""#)
        let difference = try Self.difference(from: schema, to: changed)
        #expect(
            difference.filter { $0.contains(where: \.isLetter) } == [
                "-nonisolated extension Feature5:", "-    HasTitlePath,", "-    HasOwnerPath,",
                "-    HasLimitsPath,", "-    HasNotesPath,", "-    HasLikesPath",
                "+nonisolated extension Feature5: HasOwnerPath, HasLimitsPath, HasNotesPath, HasLikesPath {",
                "+    var title: Path<Title> {",
                #"+        Path.append(self, "title")"#,
            ])
    }

    /// The node that declares a shared type is no exception among those that name it.
    @Test func membersThatLeadToOneSharedTypeAreDeclaredOnce() throws {
        let features = (1...20).map { number in
            #""feature\#(number)": {"point": {"$name": "Point", "x": "Int"}, "y\#(number)": "Int"}"#
        }
        let code = try Generation("{\(features.joined(separator: ","))}").code
        #expect(code.components(separatedBy: "var point: ").count - 1 == 1)
        #expect(code.components(separatedBy: ": HasPointPath {}").count - 1 == 20)
    }

    @Test func membersOfManyTypesAreDeclaredOnce() throws {
        let few = try Generation(LargeSchema(featureCount: 8).text).code
        let many = try Generation(LargeSchema(featureCount: 40).text).code
        #expect(few.components(separatedBy: "var title: ").count - 1 == 8)
        #expect(many.components(separatedBy: "var title: ").count - 1 == 1)
    }
}

extension SmallChangesTests {
    /// The lines that differ: those that go, with a minus, and then those that come, with a plus.
    private static func difference(from schema: String, to changed: String) throws -> [String] {
        // Lines of the schema, which the checks of types name, move with each change.
        let before = try Generation(schema) { $0.typeChecks = false }.code.split(
            separator: "\n", omittingEmptySubsequences: false)
        let after = try Generation(changed) { $0.typeChecks = false }.code.split(
            separator: "\n", omittingEmptySubsequences: false)
        let changes = after.difference(from: before)
        return changes.removals.map { "-\($0.text)" } + changes.insertions.map { "+\($0.text)" }
    }
}

extension CollectionDifference.Change {
    fileprivate var text: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}

extension String {
    fileprivate func replacingOccurrence(
        _ number: Int, of text: String, with other: String
    ) -> String {
        var parts = components(separatedBy: text)
        let end = parts.remove(at: number)
        parts[number - 1] += other + end
        return parts.joined(separator: text)
    }
}
