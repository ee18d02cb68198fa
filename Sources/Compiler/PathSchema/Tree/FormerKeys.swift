/// The keys that a node had in earlier versions of the schema, as `$was` lists them.
struct FormerKeys: Sendable {
    var keys: [Located<String>] = []

    /// Returns the union of these keys and another file's.
    func merged(with other: FormerKeys) -> FormerKeys {
        var merged = self
        for key in other.keys where !keys.contains(where: { $0.value.hasSameBytes(as: key.value) })
        {
            merged.keys.append(key)
        }
        return merged
    }
}

/// Reads the value of `$was`: `"colour"`, or `["colour", "tint"]`.
enum FormerKeysReader {
    /// - Returns: `nil` if there can be no former keys, which has been reported.
    static func read(
        _ member: JSONMember, at place: NodePlace.Kind, reportingTo diagnostics: inout Diagnostics
    ) -> FormerKeys? {
        guard place == .child else {
            let subject = place == .root ? "the root" : "a collection's element"
            diagnostics.error(
                "\"$was\" is not allowed on \(subject), which has no key", at: member.key.range,
                advice: "write it inside the child whose key has changed")
            return nil
        }
        let values: [JSONNode]
        switch member.value.value {
        case .array(let elements): values = elements
        default: values = [member.value]
        }
        if values.isEmpty, !member.value.isIncomplete {
            diagnostics.error("this list is empty", at: member.value.bytes, advice: example)
        }
        var former = FormerKeys()
        for value in values {
            read(value, into: &former, reportingTo: &diagnostics)
        }
        return former
    }

    private static let example = "as in \"colour\", or [\"colour\", \"tint\"]"

    private static func read(
        _ value: JSONNode, into former: inout FormerKeys, reportingTo diagnostics: inout Diagnostics
    ) {
        guard case .string(let string) = value.value else {
            return value.reportUnexpected(
                expected: "an earlier key for \"$was\"", advice: example, to: &diagnostics)
        }
        if let first = former.keys.first(where: { $0.value.hasSameBytes(as: string.text) }) {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is already in this list", at: string.range,
                and: "it is first here", at: first.range)
        } else if case .child = KeyRules.kind(of: string.text) {
            former.keys.append(Located(string.text, at: string.range))
        } else {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is not the key of a child", at: string.range,
                advice: example)
        }
    }
}
