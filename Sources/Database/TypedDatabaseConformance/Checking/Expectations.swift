import TypedDatabase

func require<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found == expected else {
        throw ConformanceFailure(what, expected: expected, found: found)
    }
}

/// Returns a value as failures show it.
func shown(_ value: TreeValue?) -> String {
    value.map { "\($0)" } ?? "nothing"
}

/// Returns a place as failures show it.
func shown(_ place: TreePlace) -> String {
    place == .root ? "the root" : "\(place)"
}

/// Returns all places in a value, including those with children.
func places(in value: TreeValue?, at place: TreePlace = .root) -> [TreePlace] {
    [place]
        + (value?.children ?? TreeChildren()).flatMap { key, child in
            places(in: child, at: place.appending(key))
        }
}

extension DatabaseEngine {
    func expectEmpty(_ place: TreePlace = .root) async throws {
        guard try await read(place, .all).value == nil else {
            throw ConformanceFailure("the database isn't empty; every check needs one that is")
        }
    }

    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }

    func increment(_ place: TreePlace, by number: TreeValue) async throws {
        try await write([TreeEdit(place, .increment(number))])
    }

    /// Checks the value at a place, and whether it exists.
    func expect(_ place: TreePlace, holds expected: TreeValue?, _ context: String = "") async throws
    {
        let context = context.isEmpty ? "" : ", \(context)"
        let found = try await read(place, .all).value
        guard found == expected else {
            throw ConformanceFailure(
                "\(shown(place))\(context)", expected: shown(expected), found: shown(found))
        }
        try require(
            try await exists(place), expected != nil, "whether \(shown(place)) exists\(context)")
        try require(
            try await count(of: place, .all), expected?.children.count ?? 0,
            "the count of children of \(shown(place))\(context)")
    }

    /// Checks the keys of the selected children, and their values.
    func expect(
        _ place: TreePlace, _ selection: TreeSelection, selects keys: [TreeKey],
        of children: TreeChildren
    ) async throws {
        let what = "\(shown(place)), \(selection.text)"
        try require(
            try await self.keys(of: place, selection), keys.isEmpty ? .nothing : .children(keys),
            "the keys of \(what)")
        try require(try await count(of: place, selection), keys.count, "the count of \(what)")
        let expected = TreeValue(
            TreeChildren(keys.compactMap { key in children[key].map { (key, $0) } }))
        let found = try await read(place, selection).value
        guard found == expected else {
            throw ConformanceFailure(what, expected: shown(expected), found: shown(found))
        }
    }
}

extension TreeSelection {
    /// The selection as failures show it.
    var text: String {
        var parts: [String] =
            switch order {
            case .key: ["by key"]
            case .value: ["by value"]
            case .child(let place): ["by \(place)"]
            }
        if let lower { parts.append("from \(lower.text)") }
        if let upper { parts.append("to \(upper.text)") }
        switch limit {
        case .first(let count)?: parts.append("the first \(count)")
        case .last(let count)?: parts.append("the last \(count)")
        case nil: break
        }
        return parts.joined(separator: ", ")
    }
}

extension TreeSelection.Bound {
    fileprivate var text: String {
        let position =
            switch position {
            case .key(let key): "\(key)"
            case .value(let value, nil): shown(value)
            case .value(let value, let key?): "(\(shown(value)), \(key))"
            }
        return position + (isInclusive ? " (included)" : " (excluded)")
    }
}
