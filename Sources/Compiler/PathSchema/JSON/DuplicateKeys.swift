/// Finds duplicate keys in an object. RFC 8259 leaves their meaning open; most readers keep one and
/// drop the other.
enum DuplicateKeys {
    /// Reports duplicate keys, and marks all but the first occurrence of each.
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
                "duplicate key \(Visible.quoted(key.text))", at: key.range,
                and: "the first one is here", at: other)
        }
    }
}
