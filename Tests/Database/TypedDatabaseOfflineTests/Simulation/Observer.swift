import TypedDatabase

@testable import TypedDatabaseOffline

/// An observer of a query, and what it has seen.
struct Observer {
    let query: Query

    /// The number of the latest state of the server that the observer has seen a part of, by place.
    var seen: [TreePlace: Int] = [:]

    /// The greatest sums that were seen, by place.
    var sums: [TreePlace: Int64] = [:]

    /// The number of writes that the device had refused when the sums were seen.
    var refusedCount = 0

    init(_ query: Query) { self.query = query }
}

extension TreeValue? {
    /// The scalars, by place.
    func scalars(at place: TreePlace = .root) -> [TreePlace: TreeValue] {
        guard let self else { return [:] }
        guard case .children(let children) = self else { return [place: self] }
        return children.reduce(into: [:]) { scalars, child in
            let below = TreeValue?(child.value).scalars(at: place.appending(child.key))
            scalars.merge(below) { $1 }
        }
    }
}
