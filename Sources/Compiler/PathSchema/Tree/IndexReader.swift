/// Reads the value of `$index`: `"score"`, or `["score", "team/name"]`.
enum IndexReader {
    /// - Returns: `nil` if the value is neither a string nor an array, which has been reported.
    static func read(
        _ member: JSONMember, reportingTo diagnostics: inout Diagnostics
    ) -> WrittenIndex? {
        let values: [JSONNode]
        switch member.value.value {
        case .array(let elements): values = elements
        case .string: values = [member.value]
        default:
            member.value.reportUnexpected(
                expected: "the key of a child for \"$index\", or a list of them", advice: example,
                to: &diagnostics)
            return nil
        }
        if values.isEmpty, !member.value.isIncomplete {
            diagnostics.error(
                "this list is empty", at: member.value.bytes, advice: example)
        }
        var index = WrittenIndex(key: member.key.range, paths: [])
        for value in values {
            guard case .string(let string) = value.value else {
                value.reportUnexpected(
                    expected: "the key of a child", advice: example, to: &diagnostics)
                continue
            }
            read(string, into: &index, reportingTo: &diagnostics)
        }
        return index
    }

    private static func read(
        _ string: JSONString, into index: inout WrittenIndex,
        reportingTo diagnostics: inout Diagnostics
    ) {
        if let problem = problem(with: string.text) {
            diagnostics.error(problem.message, at: string.range, advice: problem.advice)
        } else if let first = index.paths.first(where: { $0.value == string.text }) {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is already in this list", at: string.range,
                and: "it is first here", at: first.range)
        } else {
            index.paths.append(Located(string.text, at: string.range))
        }
    }

    private static let example = "as in \"score\", or [\"score\", \"team/name\"]"

    /// Returns the reason why a collection can't be ordered by a path; `nil` if it can.
    private static func problem(with path: String) -> (message: String, advice: String)? {
        if path == WrittenIndex.value { return nil }
        if path == ".key" || path == "$key" {
            return (
                "a collection is always ordered by its keys, and needs no index for that",
                "\"$index\" lists children, \(example)"
            )
        }
        for key in path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
            guard case .child = KeyRules.kind(of: String(key)) else {
                return (
                    "\(Visible.quoted(path)) is not the key of a child",
                    "a child is written \"score\", a child of it \"team/name\", "
                        + "and the elements themselves \".value\""
                )
            }
        }
        return nil
    }
}
