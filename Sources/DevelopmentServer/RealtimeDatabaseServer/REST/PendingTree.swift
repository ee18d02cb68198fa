import TypedDatabase

/// A value to be written, parts of which the server computes when it is: times and sums.
struct PendingTree: Sendable {
    private(set) var value: TreeValue?

    /// The computed parts, by places relative to the value.
    private var serverValues = PlaceTree<ServerValue>()

    private enum ServerValue: Sendable {
        case timestamp
        case increment(TreeValue)
    }

    /// Makes an empty value.
    init() {}

    /// Reads a value.
    ///
    /// Null, `{}` and `[]` are nothing. `.priority` is left out, `.value` is the value itself.
    init(_ reader: inout JSONReader) throws(JSONError) {
        value = try read(&reader, at: .root)
    }

    /// Returns the value with the computed parts filled in.
    ///
    /// - Parameters:
    ///   - time: the server's time, in milliseconds since 1970.
    ///   - current: reads the current value of a place relative to this one.
    func resolved(at time: Int64, current: (TreePlace) throws -> TreeValue?) rethrows -> TreeValue?
    {
        var result = value
        for (place, serverValue) in serverValues.elements {
            switch serverValue {
            case .timestamp: result[place] = .integer(time)
            case .increment(let delta):
                let edit = TreeEdit(place, .increment(delta))
                result[place] = edit.resolved(at: time, from: try current(place))
            }
        }
        return result
    }
}

// MARK: - Reading

extension PendingTree {
    private mutating func read(
        _ reader: inout JSONReader, at place: TreePlace
    ) throws(JSONError) -> TreeValue? {
        switch try reader.nextKind() {
        case .scalar: try reader.value()
        case .array: try readArray(&reader, at: place)
        case .object: try readObject(&reader, at: place)
        }
    }

    private mutating func readArray(
        _ reader: inout JSONReader, at place: TreePlace
    ) throws(JSONError) -> TreeValue? {
        var children = TreeChildren()
        var index = 0
        try reader.elements { reader throws(JSONError) in
            let key = TreeKey(String(index))
            children[key] = try read(&reader, at: place.appending(key))
            index += 1
        }
        return TreeValue(children)
    }

    private mutating func readObject(
        _ reader: inout JSONReader, at place: TreePlace
    ) throws(JSONError) -> TreeValue? {
        var children = TreeChildren()
        var wrapped: TreeValue??
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case ".priority": _ = try reader.value()
            case ".sv":
                let value = try Self.readServerValue(&reader)
                serverValues.replace(place, with: value)
                wrapped = .some(nil)
            case ".value": wrapped = .some(try read(&reader, at: place))
            default:
                let key = TreeKey(key)
                guard (try? TreeLimits.check(key, in: place)) != nil else {
                    throw .invalidKey(at: reader.keyPosition)
                }
                let place = place.appending(key)
                // Of repeated members, the last wins.
                if !serverValues.isEmpty { serverValues.replace(place, with: nil) }
                children[key] = try read(&reader, at: place)
            }
        }
        return wrapped ?? TreeValue(children)
    }

    private static func readServerValue(_ reader: inout JSONReader) throws(JSONError) -> ServerValue
    {
        switch try reader.value() {
        case .string("timestamp")?: return .timestamp
        case .children(let children)? where children.count == 1:
            switch children["increment"] {
            case .integer?, .double?: return .increment(children["increment"] ?? 0)
            default: break
            }
        default: break
        }
        throw JSONError(offset: reader.position, reason: "no server value")
    }
}

extension JSONError {
    private static let invalidKey = "an invalid key"

    static func invalidKey(at offset: Int) -> JSONError {
        JSONError(offset: offset, reason: invalidKey)
    }

    var isInvalidKey: Bool { reason == Self.invalidKey }
}
