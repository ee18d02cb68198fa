import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct RemoteQueryTests {
    typealias Bound = TreeSelection.Bound

    @Test(
        arguments: [
            (.all, ""),
            (TreeSelection(order: .value), ""),
            (TreeSelection(limit: .first(2)), #"orderBy="$key"&limitToFirst=2"#),
            (
                TreeSelection(
                    lower: Bound(.key("a"), isInclusive: false), limit: .first(.max)),
                #"orderBy="$key"&startAt="a"&limitToFirst=2147483647"#
            ),
            (
                TreeSelection(order: .child(["a", "b"]), limit: .last(2)),
                #"orderBy="a/b"&limitToLast=2"#
            ),
            (
                TreeSelection(
                    lower: Bound(.key("5"), isInclusive: true),
                    upper: Bound(.key("é\""), isInclusive: true)),
                #"orderBy="$key"&startAt="5"&endAt="é\"""#
            ),
            (
                TreeSelection(
                    order: .value, lower: Bound(.value(3, nil), isInclusive: true),
                    upper: Bound(.value(3, nil), isInclusive: true)),
                #"orderBy="$value"&equalTo=3"#
            ),
            (
                TreeSelection(
                    order: .value, lower: Bound(.value("a", nil), isInclusive: false),
                    upper: Bound(.value(nil, nil), isInclusive: false)),
                #"orderBy="$value"&startAfter="a"&endBefore=null"#
            ),
        ] as [(TreeSelection, String)])
    func selectionsBecomeParameters(selection: TreeSelection, parameters: String) {
        #expect(RemoteQuery(selection).text == parameters)
    }

    @Test func theCursorItselfIsAskedForAndDropped() {
        let page = TreeSelection(
            order: .child(["score"]), lower: Bound(.value(1.5, "-Nx"), isInclusive: false),
            limit: .first(10))
        let query = RemoteQuery(page)
        #expect(query.text == #"orderBy="score"&startAt=1.5,"-Nx"&limitToFirst=11"#)
        let cursor: TreeValue? = ["-Nx": ["score": 1.5]]
        #expect(query.sent.select(from: cursor) == cursor)
        #expect(page.select(from: cursor) == nil)
    }

    @Test func boundsThatCannotBeSentAreAppliedHere() {
        let selection = TreeSelection(
            order: .value, lower: Bound(.value(["a": 1], "k"), isInclusive: false),
            limit: .first(10))
        #expect(RemoteQuery(selection).text == "")
        #expect(RemoteQuery(selection).sent == .all)
    }
}

extension RemoteQuery {
    fileprivate var text: String {
        parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}
