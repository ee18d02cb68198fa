/// Reads a tree from JSON, leaf by leaf.
///
/// The tree's semantics apply: null and empty containers are nothing, an array is the children with
/// the keys 0, 1, and so on, `.priority` is left out and `.value` is the value itself. Repeated
/// keys, and keys and values that ``TreeLimits`` don't allow, are errors with their place, line and
/// column.
package struct JSONTreeReader<Sink: TreeSink> {
    private var sink: Sink
    private var place: TreePlace

    /// Reads a whole text.
    ///
    /// - Parameter place: the tree's place in the database, which counts towards its depth.
    package static func read(
        _ stream: inout JSONStream, at place: TreePlace = .root, into sink: Sink
    ) throws -> Sink {
        var reader = JSONTreeReader(sink: sink, place: place)
        try reader.readValue(&stream)
        try stream.end()
        return reader.sink
    }

    private mutating func readValue(_ stream: inout JSONStream) throws {
        switch try stream.nextKind() {
        case .object: try readObject(&stream)
        case .array: try readArray(&stream)
        case .scalar:
            guard let scalar = try stream.scalar() else { return }
            try check(stream) { () throws(TreeDatabaseError) in
                try TreeLimits.check(scalar, at: place)
            }
            try sink.put(scalar)
        }
    }

    private mutating func readObject(_ stream: inout JSONStream) throws {
        var hasValue = false
        var last: TreeKey?
        try stream.members { key, stream in
            if key == ".priority" {
                _ = try stream.scalar()
                return
            }
            if hasValue || key == ".value" && last != nil {
                throw stream.tokenError(
                    .invalidJSON, in: place,
                    "\".value\" is the whole value; beside it there can be \".priority\" only")
            }
            if key == ".value" {
                hasValue = true
                try readValue(&stream)
            } else {
                try readChild(TreeKey(key), after: &last, &stream)
            }
        }
    }

    private mutating func readArray(_ stream: inout JSONStream) throws {
        var last: TreeKey?
        var index = 0
        try stream.elements { stream in
            try readChild(TreeKey("\(index)"), after: &last, &stream)
            index += 1
        }
    }

    /// - Parameter last: the greatest of the keys before this one.
    private mutating func readChild(
        _ key: TreeKey, after last: inout TreeKey?, _ stream: inout JSONStream
    ) throws {
        let parent = place
        place.keys.append(key)
        defer { place.keys.removeLast() }
        try check(stream) { [place] () throws(TreeDatabaseError) in
            try TreeLimits.check(key, in: parent)
            try TreeLimits.checkDepth(of: place)
        }
        let isLast = last.map { $0 < key } ?? true
        if isLast { last = key }
        guard try sink.enter(key, isLast: isLast) else {
            throw stream.tokenError(
                .invalidJSON, in: parent,
                "the key \(key.text.debugDescription) is there twice in one object")
        }
        try readValue(&stream)
        try sink.leave()
    }

    /// Adds the line and the column to an error.
    private func check(
        _ stream: JSONStream, _ body: () throws(TreeDatabaseError) -> Void
    ) throws(TreeDatabaseError) {
        do {
            try body()
        } catch {
            throw stream.tokenError(error.kind, in: error.place ?? place, error.message)
        }
    }
}
