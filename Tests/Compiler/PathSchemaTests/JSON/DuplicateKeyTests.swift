import Testing

@Suite struct DuplicateKeyTests {
    @Test func firstPlaceIsShownForEachDuplicate() {
        let schema = #"{"a": "A", "b": "B", "a": "C", "a": "A"}"#
        #expect(
            briefFindings(schema) == [
                "1:23-24 duplicate key 'a' | 1:3-4 the first one is here",
                "1:33-34 duplicate key 'a' | 1:3-4 the first one is here",
            ])
    }

    @Test func largeObjectsAreSearchedToo() {
        let keys = (1...50).map { "\"key\($0)\": \"T\"" }
        let schema = "{\n" + (keys + [keys[6], keys[6]]).joined(separator: ",\n") + "\n}"
        #expect(
            briefFindings(schema) == [
                "52:2-6 duplicate key 'key7' | 8:2-6 the first one is here",
                "53:2-6 duplicate key 'key7' | 8:2-6 the first one is here",
            ])
    }

    @Test func escapesDontHideADuplicate() {
        #expect(
            briefFindings(#"{"naïve": "A", "na\u00EFve": "B"}"#)
                == ["1:18-28 duplicate key 'naïve' | 1:3-9 the first one is here"])
    }

    /// `String` takes them for equal; a database doesn't.
    @Test func keysOfDifferentScalarsDiffer() {
        let schema = #"""
            {"caf\u00E9": {"$type": "A", "$member": "a"}, "cafe\u0301": {"$type": "B", "$member": "b"}}
            """#
        #expect(briefFindings(schema) == [])
    }

    @Test func objectsDontShareTheirKeys() {
        #expect(briefFindings(#"{"a": {"x": "T"}, "b": {"x": "T"}, "x": "T"}"#) == [])
    }

    @Test func directivesAreSearchedButNotComments() {
        #expect(
            placesAndMessages(
                #"{"a": "A", "$comment": {"x": 1, "x": 2}, "$doc": "", "$doc": ""}"#) == [
                    "1:50-52 \"$doc\" is empty", "1:55-59 duplicate key '$doc'",
                    "1:62-64 \"$doc\" is empty",
                ])
    }
}
