/// Finds the keys that an object has twice. RFC 8259 leaves open what they mean; most readers keep one
/// and lose the other.
enum DuplicateKeys {
    /// Reports them, and marks all but the first of each.
    static func mark(
        in members: inout [JSONMember], reportingTo diagnostics: inout Diagnostics
    ) {
        var keys: [String] = []
        keys.reserveCapacity(members.count)
        for index in 0..<members.count {
            keys.append(members[index].key.text)
        }
        guard keys.hasDuplicates else { return }
        var first: [ExactText: SourceRange] = [:]
        for index in members.indices {
            let key = members[index].key
            guard let other = first[ExactText(key.text)] else {
                first[ExactText(key.text)] = key.range
                continue
            }
            members[index].isDuplicate = true
            diagnostics.error(
                "the key \(Visible.quoted(key.text)) is in this object already", at: key.range,
                and: "it is first here", at: other)
        }
    }
}
