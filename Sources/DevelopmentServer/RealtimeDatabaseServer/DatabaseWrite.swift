import TypedDatabase

/// The effect of a PUT, POST, PATCH or DELETE.
struct DatabaseWrite {
    /// The place that the request named.
    let place: TreePlace

    /// Whether the write sets some places below this one, and keeps the others.
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let edits: [(place: TreePlace, value: PendingTree)]

    /// Makes a write that replaces all of a place.
    init(putting value: PendingTree, at place: TreePlace) {
        self.place = place
        isPatch = false
        edits = [(.root, value)]
    }

    /// Makes a write that sets some places below one, none of which is inside another.
    init(
        patching place: TreePlace, with edits: [(place: TreePlace, value: PendingTree)]
    ) throws(ServiceError) {
        self.place = place
        isPatch = true
        self.edits = edits
        try checkOverlaps()
    }

    private func checkOverlaps() throws(ServiceError) {
        let places = edits.map(\.place).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        for (place, next) in zip(places, places.dropFirst()) where place.contains(next) {
            throw ServiceError(
                400,
                "Invalid data; the path /\(place) is the same as, or an ancestor of, the path "
                    + "/\(next)")
        }
    }

    /// Returns the write with the server's values filled in.
    ///
    /// - Parameters:
    ///   - time: the server's time, in milliseconds since 1970.
    ///   - current: reads the current value of a place.
    func resolved(
        at time: Int64, current: (TreePlace) throws -> TreeValue?
    ) throws -> ResolvedWrite {
        let updates = try edits.map { edit in
            let place = place.appending(edit.place)
            let value = try edit.value.resolved(at: time) { try current(place.appending($0)) }
            try TreeLimits.check(place)
            try TreeLimits.check(value, at: place)
            return TreeUpdate(edit.place, value)
        }
        return ResolvedWrite(place: place, isPatch: isPatch, updates: updates)
    }
}

/// A write without unknown values, for an engine and for streams.
struct ResolvedWrite {
    let place: TreePlace
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let updates: [TreeUpdate]

    var engineEdits: [TreeEdit] {
        updates.map { TreeEdit(place.appending($0.place), .set(PendingValue($0.value))) }
    }

    /// Returns the value of a place after the write; `nil` if the write isn't at or above the
    /// place.
    func value(at place: TreePlace) -> TreeValue?? {
        for update in updates {
            let written = self.place.appending(update.place)
            if written.contains(place) { return .some(update.value[place.relative(to: written)]) }
        }
        return nil
    }

    /// The places that change; of many, the one above them.
    var changedPlaces: [TreePlace] {
        updates.count > 100 ? [place] : updates.map { place.appending($0.place) }
    }

    /// Whether the write is at, above or below a place.
    func touches(_ place: TreePlace) -> Bool {
        updates.contains { update in
            let written = self.place.appending(update.place)
            return written.contains(place) || place.contains(written)
        }
    }
}

// MARK: - Values

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

// MARK: - Bodies

/// A parser of requests' bodies, with the service's errors.
enum RequestBody {
    /// Returns the value of a PUT or POST.
    static func value(_ body: [UInt8]) throws(ServiceError) -> PendingTree {
        try read(body, orElse: .notJSON) { reader throws(JSONError) in try PendingTree(&reader) }
    }

    /// Returns the values of a PATCH, by place.
    static func patch(
        _ body: [UInt8]
    ) throws(ServiceError) -> [(place: TreePlace, value: PendingTree)] {
        try read(body, orElse: .noObject) { reader throws(JSONError) in
            var edits: [(place: TreePlace, value: PendingTree)] = []
            try reader.members { path, reader throws(JSONError) in
                let place = TreePlace(slashSeparated: path)
                let isValid = place.keys.allSatisfy {
                    (try? TreeLimits.check($0, in: .root)) != nil
                }
                if place == .root || !isValid { throw .invalidKey(at: reader.keyPosition) }
                edits.append((place, try PendingTree(&reader)))
            }
            return edits
        }
    }

    /// - Parameter failure: the answer for malformed JSON.
    private static func read<Result>(
        _ body: [UInt8], orElse failure: ServiceError,
        _ read: (inout JSONReader) throws(JSONError) -> Result
    ) throws(ServiceError) -> Result {
        guard !body.isEmpty else { throw .noData }
        do {
            return try JSONReader.read(body, read)
        } catch {
            guard error.isInvalidKey else { throw failure }
            throw .invalidKey(at: error.offset, in: body)
        }
    }
}
