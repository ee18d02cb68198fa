import PathSchema

/// The names of placeholders, as a person would choose them.
///
/// - `$uid`, `$user_id`, `$userId` → `userId`
/// - `$id`, `$key` or no name, in `chatrooms` → `chatroomId`
/// - `$room`, if there are `rooms` → `roomId`
/// - no names in `userPosts`, with two levels → `userId`, `postId`
struct PlaceholderNames {
    /// The collection's key; `nil` at the root.
    let key: String?
    /// The source's variables or names, one for each level of collections.
    let names: [String?]
    /// The names of the elements of all collections, in lowercase.
    let elements: Set<String>

    /// Returns a name for each level, all unique, and different from those that are taken.
    func resolved(besides taken: [String]) -> [String] {
        let suggestions = suggestions
        var resolved: [String] = []
        for (level, name) in names.enumerated() {
            let isLast = level == names.count - 1
            let candidates = [
                name.flatMap(speakingName), suggestions[level], isLast ? ownName : "key", "id",
            ].compactMap { $0 }
            let isFree = { (candidate: String) in
                !resolved.contains(candidate) && !taken.contains(candidate)
            }
            let free = candidates.first(where: isFree)
            resolved.append(free ?? candidates[0].numbered(where: isFree))
        }
        return resolved
    }

    /// Returns a name based on the source's; `nil` if the source's name is generic.
    private func speakingName(_ name: String) -> String? {
        guard let member = SwiftNames.member(for: name) else { return nil }
        let letters = member.lowercased()
        if ["uid", "userid", "useruid"].contains(letters) { return "userId" }
        if Self.times.contains(letters) { return member }
        let word = String(letters.reversed().drop { $0.isNumber }.reversed())
        if Self.silent.contains(word) { return nil }
        if word.count == 1 { return nil }
        if letters == key.flatMap(Self.initialIdentifier(of:)) { return nil }
        if elements.contains(letters) { return Self.identifier(member) }
        return key.flatMap(SwiftNames.member)?.lowercased() == letters ? nil : member
    }

    /// Returns the abbreviated identifier of a collection's elements: `gid` for `groups`.
    private static func initialIdentifier(of key: String) -> String? {
        key.first.map { $0.lowercased() + "id" }
    }

    /// Names of keys that aren't IDs, in any collection.
    private static let times: Set = ["date", "day", "hour", "index", "month", "time", "year"]

    private static let silent: Set = [
        "_", "__", "any", "anything", "child", "childid", "default", "doc", "docid", "element",
        "entry", "entryid", "everything", "fid", "id", "item", "itemid", "key", "keyid", "node",
        "nodeid", "other", "others", "pushid", "rest", "self", "something", "uuid", "variable",
        "whatever", "wildcard", "xid",
    ]

    /// The suggested name for each level, from the words of the key.
    private var suggestions: [String?] {
        guard let key, let member = SwiftNames.member(for: key) else {
            return names.map { _ in "id" }
        }
        let words = SwiftNames.words(of: member).map { $0.lowercased() }
        if names.count == 2, let by = words.firstIndex(of: "by"), by + 1 < words.count {
            return [words[by + 1], by > 0 ? words[by - 1] : nil].map { $0.map(Self.identifier) }
        }
        if names.count > 1, words.count == names.count { return words.map(Self.identifier) }
        return Array(repeating: nil, count: names.count - 1) + [Self.identifier(member)]
    }

    /// The generic name, derived from the collection's key.
    private var ownName: String {
        key.flatMap(SwiftNames.member).map(Self.identifier) ?? "id"
    }

    private static func identifier(_ name: String) -> String {
        let singular = Namer.singular(name)
        let hasSuffix = ["Id", "ID", "Key"].contains { singular.hasSuffix($0) }
        return hasSuffix || singular == "id" ? singular : singular + "Id"
    }
}
