import TypedPaths

extension Benchmark {
    /// The cost of paths in sets and dictionaries, relative to strings.
    static let pathsHashed = Benchmark(
        name: "paths-hashed", summary: "hashing, comparing and copying paths, against strings"
    ) { session in
        // Two of each, so that equality isn't found by identity.
        let (strings, otherStrings) = (strings(), strings())
        let (paths, otherPaths) = (paths(), paths())
        let results = try session.measure(
            rounds: 51,
            [
                hashing(strings), hashing(paths),
                comparing(strings, otherStrings), comparing(paths, otherPaths),
                finding(otherStrings, in: strings), finding(otherPaths, in: paths),
                copying(strings), copying(paths),
            ]
        ).map(\.time)
        return ["hashValue", "==", "Set.contains", "a copy"].enumerated().flatMap { index, name in
            let (string, path) = (results[2 * index], results[2 * index + 1])
            return [
                Figure("\(name) of a String", string),
                Figure("\(name) of a Path", path),
                Figure("  ratio", path / string, .ratio, .noSlower),
            ]
        }
    }

    private static func strings() -> [String] {
        let keys = Keys()
        return zip(keys.texts, keys.others).map { "chatrooms/\($0)/messages/\($1)" }
    }

    private static func paths() -> [Path<String>] {
        let keys = Keys()
        return zip(keys.texts, keys.others).map { Path().chatroom($0).message($1) }
    }

    // Generic, and specialised for both: the same work for strings and for paths.

    @inline(__always)
    private static func hashing<Value: Hashable>(_ values: [Value]) -> Trial {
        .each {
            for value in values { Sink.take(value.hashValue) }
        }
    }

    @inline(__always)
    private static func comparing<Value: Hashable>(_ values: [Value], _ others: [Value]) -> Trial {
        .each {
            for index in values.indices { Sink.take(values[index] == others[index]) }
        }
    }

    @inline(__always)
    private static func finding<Value: Hashable>(_ values: [Value], in all: [Value]) -> Trial {
        let set = Set(all)
        return .each {
            for value in values { Sink.take(set.contains(value)) }
        }
    }

    /// An array's elements are retained one by one.
    @inline(__always)
    private static func copying<Value: Hashable>(_ values: [Value]) -> Trial {
        .each {
            var copies: [Value] = []
            copies.reserveCapacity(values.count)
            for value in values { copies.append(value) }
            Sink.take(copies.count)
        }
    }
}
