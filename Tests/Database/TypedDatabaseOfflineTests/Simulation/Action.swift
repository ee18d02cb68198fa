import TestSupport

/// A step of a simulation, which does something in every state or is skipped.
struct Action: CustomStringConvertible {
    enum Kind: CaseIterable {
        case write, store, storeAndDie, request, loseRequest, answer, loseAnswer, stream, timer
        case die, connection, observe, unobserve, read, finishRead, confirm, direct
        case keep, stopKeeping, cachedRead, finishCachedRead, storeFails, retry, acknowledge
    }

    let kind: Kind
    let device: Int
    let choice: Int

    var description: String { "\(kind) \(device) \(choice)" }

    /// The kinds by how often they occur.
    private static let kinds: [Kind] =
        Kind.allCases.filter { ![.storeAndDie, .die].contains($0) }
        + [.write, .write, .write, .store, .store, .store, .store, .request, .request, .answer]
        + [.answer, .stream, .stream, .stream, .stream, .timer, .confirm, .read, .finishRead]
        + Kind.allCases.filter { $0 != .connection } + [.observe, .write, .store, .store, .stream]
        + [.request, .answer, .direct, .direct, .cachedRead, .finishCachedRead, .finishCachedRead]

    static func random(_ count: Int, devices: Int, seed: UInt64) -> [Action] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            Action(
                kind: random.pick(kinds), device: Int.random(in: 0..<devices, using: &random),
                choice: Int.random(in: 0..<1000, using: &random))
        }
    }
}
