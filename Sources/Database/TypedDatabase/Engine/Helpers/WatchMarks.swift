/// The places that have changed since a watch last asked for an update, relative to the watched
/// one.
///
/// A place inside a marked one has no mark of its own. If more than ``limit`` places are marked,
/// the watched place itself is: a slow reader costs bounded memory, and reads everything again.
public struct WatchMarks: Sendable {
    private var root = Node.children([:])
    private var count = 0

    fileprivate enum Node {
        case marked
        case children([TreeKey: Node])
    }

    /// The number of places that can be marked before the watched place itself is marked instead.
    public static let limit = 1000

    /// Makes an empty set of marks.
    public init() {}

    /// Marks some places.
    public init(_ places: some Sequence<TreePlace>) {
        for place in places { insert(place) }
    }

    /// The mark of the watched place itself.
    public static let everything = WatchMarks([.root])

    /// Whether no place is marked.
    public var isEmpty: Bool { count == 0 }

    /// Whether the watched place itself is marked.
    public var isEverything: Bool {
        if case .marked = root { true } else { false }
    }

    /// The marked places, in no particular order. None is inside another.
    public var places: [TreePlace] {
        var places: [TreePlace] = []
        root.collect(into: &places, at: .root)
        return places
    }

    /// Marks a place.
    public mutating func insert(_ place: TreePlace) {
        guard root.mark(place.keys[...]) else { return }
        count += 1
        if count > Self.limit { root = .marked }
    }

    /// Marks the places that others mark.
    public mutating func formUnion(_ other: WatchMarks) {
        for place in other.places { insert(place) }
    }
}

extension WatchMarks.Node {
    /// Returns whether neither the place nor one that contains it was marked before.
    fileprivate mutating func mark(_ keys: ArraySlice<TreeKey>) -> Bool {
        guard case .children(var children) = self else { return false }
        // Releases the reference, so that the children are changed in place.
        self = .marked
        guard let key = keys.first else { return true }
        let isNew = children[key, default: .children([:])].mark(keys.dropFirst())
        self = .children(children)
        return isNew
    }

    fileprivate func collect(into places: inout [TreePlace], at place: TreePlace) {
        switch self {
        case .marked: places.append(place)
        case .children(let children):
            for (key, child) in children { child.collect(into: &places, at: place.appending(key)) }
        }
    }
}
