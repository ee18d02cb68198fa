import TypedPaths

extension TreeQuery {
    /// Returns a query in the order of a value at the same place below each child.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(by: \.score)          // \.stats.score, too
    /// ```
    ///
    /// The key path is one of a `Path<Player>`, so that the schema has the place and its type.
    ///
    /// Children without the value come first, then `false`, `true`, numbers, strings (by UTF-16
    /// code units), and last the children for which that place has children. Equal values are in
    /// the order of the keys.
    ///
    /// The order precedes the bounds, which are of its type.
    public func ordered<Element, Field>(
        by field: KeyPath<Path<Element>, Path<Field>>
    ) -> TreeQuery<Key, Value, ByValue<Field>> where Order == ByKey<Element> {
        let child = Path<Element>(["child"])
        return TreeQuery<Key, Value, ByValue<Field>>(
            request: request.ordered {
                let place = TreePlace(child[keyPath: field])
                let start = TreePlace(child)
                guard start.contains(place) else {
                    throw request.invalid(
                        "\(place) isn't below the child, so there is no order by it")
                }
                return place.relative(to: start)
            })
    }

    /// Returns a query in the order of a value at the same place below each child, given by its
    /// key.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(byChild: "score").starting(at: 100)
    /// ```
    ///
    /// For models whose fields the schema doesn't list. A deeper place is given by all its keys:
    /// `"stats/score"`. Bounds may be of any scalar type; see ``ordered(by:)`` for the order of
    /// values.
    public func ordered<Element>(
        byChild keys: String
    ) -> TreeQuery<Key, Value, ByValue<TreeValue>> where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<TreeValue>>(
            request: request.ordered {
                TreePlace(slashSeparated: keys, omittingEmptyKeys: false)
            })
    }

    /// Returns a query in the order of the values of the children themselves.
    ///
    /// ```swift
    /// database.children(of: Path().highscores).orderedByValue().last(10)
    /// ```
    public func orderedByValue<Element>() -> TreeQuery<Key, Value, ByValue<Value>>
    where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<Value>>(request: request.ordered { .root })
    }
}
