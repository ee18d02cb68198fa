import TypedPaths

/// A query for the children of a collection, in an order by value.
///
/// Its bounds are of the type that the schema has for the value. They are compared as the tree
/// compares: see ``TreeQuery/ordered(by:)``.
public struct OrderedQuery<Collection: CollectionPath, Value, Bound>: UnlimitedQuery, Sendable {
    public typealias Key = Collection.Key

    public let request: ChildrenRequest

    /// The same children, the other way round.
    public func reversed() -> Self {
        OrderedQuery(request: request.reversed())
    }
}

extension OrderedQuery where Bound: Encodable {
    /// From a value on.
    ///
    /// ```swift
    /// .ordered(by: \.score).starting(at: 100)
    /// ```
    ///
    /// Without another bound the children with a value of a later type are included, as in Firebase:
    /// after the numbers come the strings.
    public func starting(at value: Bound) -> Self {
        OrderedQuery(request: request.bounded(.lower, by: value))
    }

    /// The values that come after one. Those of a later type are included, as in ``starting(at:)``.
    public func starting(after value: Bound) -> Self {
        OrderedQuery(request: request.bounded(.lower, by: value, isInclusive: false))
    }

    /// Up to a value, and all children that have it.
    ///
    /// Without another bound the children with a value of an earlier type are included, as in Firebase,
    /// and so are those that **have none**.
    public func ending(at value: Bound) -> Self {
        OrderedQuery(request: request.bounded(.upper, by: value))
    }

    /// The values that come before one. Children without a value are included, as in ``ending(at:)``.
    public func ending(before value: Bound) -> Self {
        OrderedQuery(request: request.bounded(.upper, by: value, isInclusive: false))
    }

    /// The children that have exactly this value.
    ///
    /// ```swift
    /// .ordered(by: \.owner).equal(to: ana)
    /// ```
    ///
    /// If the type is optional, `nil` asks for those that have none.
    public func equal(to value: Bound) -> Self {
        OrderedQuery(request: request.bounded(.both, by: value))
    }
}
