/// The children that a collection is ordered by, as a schema says them, each of them checked.
struct WrittenIndex: Sendable {
    /// Where the directive's name is.
    let key: SourceRange
    var paths: [Located<String>]

    /// What says that the elements themselves are ordered.
    static let value = ".value"

    /// What this says, and what another file adds.
    func merged(with other: WrittenIndex) -> WrittenIndex {
        var merged = self
        for path in other.paths where !paths.contains(where: { $0.value == path.value }) {
            merged.paths.append(path)
        }
        return merged
    }
}
