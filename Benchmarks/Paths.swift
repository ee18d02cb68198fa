import TypedPaths

extension Benchmark {
    /// A path two collections deep, relative to the string that a person would write.
    static let pathsRendered = Benchmark(
        name: "paths-rendered", summary: "making a path of keys, against an interpolated string"
    ) { session in
        let keys = Keys()
        let (texts, others) = (keys.texts, keys.others)
        let (users, messages) = (texts.map(UserID.init), others.map(MessageID.init))
        let results = try session.measure(
            rounds: 51,
            [
                .each {
                    for index in texts.indices {
                        Sink.take("chatrooms/\(texts[index])/messages/\(others[index])")
                    }
                },
                .each {
                    for index in texts.indices {
                        Sink.take(Path().chatroom(texts[index]).message(others[index]).rendered)
                    }
                },
                .each {
                    for index in texts.indices {
                        Sink.take(Path().user(users[index]).message(messages[index]).rendered)
                    }
                },
            ])
        let string = results[0].time
        return [
            Figure(#""chatrooms/\(a)/messages/\(b)""#, string),
            Figure("Path().chatroom(a).message(b).rendered", results[1].time),
            Figure("  ratio", results[1].time / string, .ratio, .noSlower),
            Figure("the same, with keys of types of their own", results[2].time),
            Figure("  ratio", results[2].time / string, .ratio, .noSlower),
        ]
    }
}

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

// MARK: - Keys

struct UserID: RawRepresentable, PathKey {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey {
    let rawValue: String
}

/// Keys like Firebase's: 20 letters and digits, the same on every run.
struct Keys {
    static let count = 1000

    let texts: [String]
    /// The same keys in the opposite order.
    let others: [String]

    init() {
        let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        var state: UInt64 = 1
        texts = (0..<Self.count).map { _ in
            String(
                (0..<20).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return alphabet[Int(state >> 58)]
                })
        }
        others = texts.reversed()
    }
}

extension Trial {
    /// Returns a trial of a function that handles each of the ``Keys``; the cost is that of one
    /// key.
    static func each(_ body: @escaping () -> Void) -> Trial {
        let repetitions = 50
        return Trial {
            Cost.ofRunning(repetitions * Keys.count) {
                for _ in 0..<repetitions { body() }
            }
        }
    }
}
