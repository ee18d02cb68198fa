/// The children that a collection is ordered by, as a schema says them, each of them checked.
struct WrittenIndex: Sendable {
    /// Where the directive's name is.
    let key: SourceRange
    var paths: [Located<String>]

    /// The path of an index by the elements' own values.
    static let value = ".value"

    /// The union of this index and another file's.
    func merged(with other: WrittenIndex) -> WrittenIndex {
        var merged = self
        for path in other.paths where !paths.contains(where: { $0.value == path.value }) {
            merged.paths.append(path)
        }
        return merged
    }
}
