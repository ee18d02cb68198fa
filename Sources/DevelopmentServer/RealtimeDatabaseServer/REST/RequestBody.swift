import TypedDatabase

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
