import TypedPaths

/// The bounds of an order by key.
extension TreeQuery {
    /// From a key on, whether it is there or not.
    public func starting<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key))
    }

    /// The keys that come after one.
    public func starting<Element>(after key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key, isInclusive: false))
    }

    /// Up to a key, and that one, too, if it is there.
    public func ending<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key))
    }

    /// The keys that come before one.
    public func ending<Element>(before key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key, isInclusive: false))
    }

    /// The child with a key, if it is there.
    public func equal<Element>(to key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.both, by: key))
    }
}

/// The bounds of an order by value, which are of the type that the schema has for it. They are compared as
/// the tree compares: see ``ordered(by:)``.
extension TreeQuery {
    /// From a value on.
    ///
    /// ```swift
    /// .ordered(by: \.score).starting(at: 100)
    /// ```
    ///
    /// Without another bound the children with a value of a later type are included, as in Firebase:
    /// after the numbers come the strings.
    public func starting<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value))
    }

    /// The values that come after one. Those of a later type are included, as in ``starting(at:)``.
    public func starting<Bound: Encodable>(after value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value, isInclusive: false))
    }

    /// Up to a value, and all children that have it.
    ///
    /// Without another bound the children with a value of an earlier type are included, as in Firebase,
    /// and so are those that **have none**.
    public func ending<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value))
    }

    /// The values that come before one. Children without a value are included, as in ``ending(at:)``.
    public func ending<Bound: Encodable>(before value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value, isInclusive: false))
    }

    /// The children that have exactly this value.
    ///
    /// ```swift
    /// .ordered(by: \.owner).equal(to: ana)
    /// ```
    ///
    /// If the type is optional, `nil` asks for those that have none.
    public func equal<Bound: Encodable>(to value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.both, by: value))
    }
}
