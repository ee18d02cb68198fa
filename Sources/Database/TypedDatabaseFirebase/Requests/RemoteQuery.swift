import TypedDatabase

/// The parameters of a request for a selection.
///
/// The server may return more children than are selected: they are selected from again here, and
/// sorted, since the order of an answer has no meaning.
struct RemoteQuery: Sendable {
    /// The selection that the server applies.
    let sent: TreeSelection
    let parameters: [(name: String, value: String)]

    init(_ selection: TreeSelection) {
        sent = selection.requested
        parameters = Self.parameters(of: sent)
    }

    private static func parameters(of selection: TreeSelection) -> [(name: String, value: String)] {
        if selection == .all { return [] }
        var parameters = [(name: "orderBy", value: json(.string(name(of: selection.order))))]
        if let lower = selection.lower, lower == selection.upper {
            parameters.append(("equalTo", parameter(lower.position) ?? ""))
        } else {
            for (bound, inclusive, exclusive) in [
                (selection.lower, "startAt", "startAfter"), (selection.upper, "endAt", "endBefore"),
            ] {
                guard let bound else { continue }
                let name = bound.isInclusive ? inclusive : exclusive
                parameters.append((name, parameter(bound.position) ?? ""))
            }
        }
        switch selection.limit {
        case .first(let count)?: parameters.append(("limitToFirst", "\(count)"))
        case .last(let count)?: parameters.append(("limitToLast", "\(count)"))
        case nil: break
        }
        return parameters
    }

    private static func name(of order: TreeSelection.Order) -> String {
        switch order {
        case .key: "$key"
        case .value: "$value"
        case .child(let place): place.description
        }
    }

    /// Returns a bound as JSON, followed by a comma and its key if it has both; `nil` if its value
    /// has children, for which the protocol has no bound.
    private static func parameter(_ position: TreePosition) -> String? {
        switch position {
        case .key(let key): json(.string(key.text))
        case .value(.children?, _): nil
        case .value(let value, nil): json(value)
        case .value(let value, let key?): "\(json(value)),\(json(.string(key.text)))"
        }
    }

    private static func json(_ value: TreeValue?) -> String {
        String(decoding: JSONWriter.bytes(value), as: UTF8.self)
    }
}
