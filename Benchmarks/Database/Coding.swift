import Foundation
import TypedDatabase

extension Benchmark {
    /// The cost of encoding a model as a tree, and of decoding it.
    ///
    /// The peer is the way of 2018 to Firebase's SDK, which uses Foundation's objects: a model is
    /// encoded as JSON text, which is parsed into objects.
    static let databaseCoding = Benchmark(
        name: "database-coding",
        summary: "encoding and decoding a model of ten fields, against JSON"
    ) { session in
        let players = Player.samples(500)
        let jsonEncoder = JSONEncoder()
        let jsonDecoder = JSONDecoder()
        jsonEncoder.dateEncodingStrategy = .millisecondsSince1970
        jsonDecoder.dateDecodingStrategy = .millisecondsSince1970
        let texts = try players.map(jsonEncoder.encode)
        let objects = try texts.map { try JSONSerialization.jsonObject(with: $0) }
        let trees = try players.map { try TreeEncoder().tree(of: $0) }

        let results = try session.measure(
            rounds: 31,
            [
                .each(players) { try TreeEncoder().tree(of: $0) },
                .each(players) { try jsonEncoder.encode($0) },
                .each(players) {
                    try JSONSerialization.jsonObject(with: try jsonEncoder.encode($0))
                },
                .each(trees) { try TreeDecoder().decode(Player.self, from: $0) },
                .each(texts) { try jsonDecoder.decode(Player.self, from: $0) },
                .each(objects) {
                    let text = try JSONSerialization.data(withJSONObject: $0)
                    return try jsonDecoder.decode(Player.self, from: text)
                },
            ]
        ).map(\.time)
        return [("encode", 0), ("decode", 3)].flatMap { name, first in
            let (tree, json, old) = (results[first], results[first + 1], results[first + 2])
            return [
                Figure("\(name) a model as a tree", tree),
                Figure("\(name) it as JSON", json),
                Figure("  ratio", tree / json, .ratio, .atMost(0.7)),
                Figure("\(name) it as JSON and objects, as in 2018", old),
                Figure("  ratio", tree / old, .ratio, .atMost(0.4)),
            ]
        }
    }
}

extension Trial {
    /// Returns a trial of a function of several inputs; the cost is that of one call.
    fileprivate static func each<Input, Output>(
        _ inputs: [Input], _ body: @escaping (Input) throws -> Output
    ) -> Trial {
        let repetitions = 10
        return Trial {
            var failure: (any Error)?
            let cost = Cost.ofRunning(repetitions * inputs.count) {
                do {
                    for _ in 0..<repetitions {
                        for input in inputs { withExtendedLifetime(try body(input)) {} }
                    }
                } catch { failure = error }
            }
            if let failure { throw failure }
            return cost
        }
    }
}
