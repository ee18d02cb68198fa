import TypedDatabase

/// A value to be written, parts of which are known only when it is: the server's time, and sums.
struct PendingTree: Sendable {
    private(set) var value: TreeValue?

    /// What is to be filled in, by places relative to the value.
    private var serverValues: [(place: TreePlace, value: ServerValue)] = []

    private enum ServerValue: Sendable {
        case timestamp
        case increment(TreeValue)
    }

    /// - Parameter json: null, `{}` and `[]` are nothing. `.priority` is ignored.
    init(_ json: JSONValue) throws(ServiceError) {
        value = try add(json, at: .root)
    }

    /// The value, complete.
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970.
    ///   - current: reads what is at a place relative to the value.
    func resolved(at time: Int64, current: (TreePlace) throws -> TreeValue?) rethrows -> TreeValue?
    {
        var result = value
        for (place, serverValue) in serverValues {
            switch serverValue {
            case .timestamp: result[place] = .integer(time)
            case .increment(let delta):
                let edit = TreeEdit(place, .increment(delta))
                result[place] = edit.resolved(at: time, from: try current(place))
            }
        }
        return result
    }

    private mutating func add(
        _ json: JSONValue, at place: TreePlace
    ) throws(ServiceError) -> TreeValue? {
        // Deeper than any database takes; the limits are checked when the value is complete.
        guard place.depth <= TreeLimits.depth + 1 else { return .bool(true) }
        switch json {
        case .null: return nil
        case .scalar(let value): return value
        case .array(let elements):
            var children = TreeChildren()
            for (index, element) in elements.enumerated() {
                let key = TreeKey(String(index))
                children[key] = try add(element, at: place.appending(key))
            }
            return TreeValue(children)
        case .object(let members):
            if let serverValue = json[".sv"] {
                serverValues.append((place, try Self.serverValue(serverValue)))
                return nil
            }
            if let value = json[".value"] { return try add(value, at: place) }
            return TreeValue(try children(members, at: place))
        }
    }

    private mutating func children(
        _ members: [JSONValue.Member], at place: TreePlace
    ) throws(ServiceError) -> TreeChildren {
        var children = TreeChildren()
        for member in members where member.key != ".priority" {
            let key = TreeKey(member.key)
            do {
                try TreeLimits.check(key, in: place)
            } catch {
                throw .invalidKey(at: member.position)
            }
            let place = place.appending(key)
            // Of several members with one key the last counts.
            if !serverValues.isEmpty { serverValues.removeAll { place.contains($0.place) } }
            children[key] = try add(member.value, at: place)
        }
        return children
    }

    private static func serverValue(_ json: JSONValue) throws(ServiceError) -> ServerValue {
        if json.text == "timestamp" { return .timestamp }
        if case .scalar(let delta)? = json["increment"] {
            switch delta {
            case .integer, .double: return .increment(delta)
            default: break
            }
        }
        throw .noObject
    }
}
