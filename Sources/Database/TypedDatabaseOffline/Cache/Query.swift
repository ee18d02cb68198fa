import TypedDatabase

/// A place, and the part of it that is asked for.
struct Query: Hashable, Sendable {
    let place: TreePlace
    let selection: TreeSelection

    init(_ place: TreePlace, _ selection: TreeSelection = .all) {
        self.place = place
        self.selection = selection
    }

    /// Whether some children are left out.
    var isCut: Bool { selection.isCut }

    /// The queries whose results contain this one's: itself, and whole places at and above.
    var sources: [Query] {
        let whole = (0...place.depth).reversed().map {
            Query(TreePlace(Array(place.keys.prefix($0))))
        }
        return isCut ? [self] + whole : whole
    }
}
