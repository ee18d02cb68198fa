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
