import TypedPaths

/// The bounds of an order by key.
extension TreeQuery {
    /// Returns a query for the keys from one on, whether that exists or not.
    public func starting<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key))
    }

    /// Returns a query for the keys after one.
    public func starting<Element>(after key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key, isInclusive: false))
    }

    /// Returns a query for the keys up to one, including that.
    public func ending<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key))
    }

    /// Returns a query for the keys before one.
    public func ending<Element>(before key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key, isInclusive: false))
    }

    /// Returns a query for the child with a key, if it exists.
    public func equal<Element>(to key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.both, by: key))
    }
}

/// The bounds of an order by value. They have the schema's type for the value, and are compared as
/// the tree compares values: see ``ordered(by:)``.
extension TreeQuery {
    /// Returns a query for the values from one on.
    ///
    /// ```swift
    /// .ordered(by: \.score).starting(at: 100)
    /// ```
    ///
    /// Without another bound, the children with a value of a later type are included, as in
    /// Firebase: after the numbers come the strings.
    public func starting<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value))
    }

    /// Returns a query for the values after one. Those of a later type are included, as in
    /// `starting(at:)`.
    public func starting<Bound: Encodable>(after value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value, isInclusive: false))
    }

    /// Returns a query for the values up to one, including that.
    ///
    /// Without another bound, the children with a value of an earlier type are included, as in
    /// Firebase, and so are the children **without a value**.
    public func ending<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value))
    }

    /// Returns a query for the values before one. Children without a value are included, as in
    /// `ending(at:)`.
    public func ending<Bound: Encodable>(before value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value, isInclusive: false))
    }

    /// Returns a query for the children with exactly this value.
    ///
    /// ```swift
    /// .ordered(by: \.owner).equal(to: ana)
    /// ```
    ///
    /// If the type is optional, `nil` selects the children without a value.
    public func equal<Bound: Encodable>(to value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.both, by: value))
    }
}
