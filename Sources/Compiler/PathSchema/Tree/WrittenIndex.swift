/// The children by which a collection is ordered, as a schema lists them, each validated.
struct WrittenIndex: Sendable {
    /// The source range of the directive's name.
    let key: SourceRange
    var paths: [Located<String>]

    /// The path of an index by the elements' own values.
    static let value = ".value"

    /// Returns the union of this index and another file's.
    func merged(with other: WrittenIndex) -> WrittenIndex {
        var merged = self
        for path in other.paths where !paths.contains(where: { $0.value == path.value }) {
            merged.paths.append(path)
        }
        return merged
    }
}
