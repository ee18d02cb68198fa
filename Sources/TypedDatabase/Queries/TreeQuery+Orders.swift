import TypedPaths

extension TreeQuery {
    /// In the order of a value that each child has at the same place below it.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(by: \.score)          // \.stats.score, too
    /// ```
    ///
    /// The key path is one of a `Path<Player>`, so that the order is one that the schema has.
    ///
    /// Children without the value come first, then `false`, `true`, numbers, strings (by UTF-16 code
    /// units), and last those that have children there. Equal values are in the order of the keys.
    ///
    /// An order comes before the bounds, which are of its type.
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

    /// In the order of a value that each child has at the same place below it, by its key.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(byChild: "score").starting(at: 100)
    /// ```
    ///
    /// For models whose fields the schema doesn't list. Of a deeper place say all keys:
    /// `"stats/score"`. The bounds are of any type that the tree has; see ``ordered(by:)`` otherwise.
    public func ordered<Element>(
        byChild keys: String
    ) -> TreeQuery<Key, Value, ByValue<TreeValue>> where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<TreeValue>>(
            request: request.ordered {
                TreePlace(slashSeparated: keys, omittingEmptyKeys: false)
            })
    }

    /// In the order of the values of the children themselves.
    ///
    /// ```swift
    /// database.children(of: Path().highscores).orderedByValue().last(10)
    /// ```
    public func orderedByValue<Element>() -> TreeQuery<Key, Value, ByValue<Value>>
    where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<Value>>(request: request.ordered { .root })
    }
}
