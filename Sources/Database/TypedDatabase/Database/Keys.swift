import Foundation
import TypedPaths

extension TreeDatabase {
    /// Returns a key for a new element, which sorts after all keys made before.
    ///
    /// ```swift
    /// let id = database.newKey(in: room.messages)
    /// ```
    ///
    /// Nothing is written. The key is a push ID, as Firebase's own libraries make them: 20 characters,
    /// of which the first eight are the time. Keys of one database value sort in the order in which
    /// they were made; those of different machines, as their clocks go.
    ///
    /// Traps if the collection's keys can't have such a text: `Int`, or an enum.
    public func newKey<Collection: CollectionPath>(in collection: Collection) -> Collection.Key {
        let key = pushIDs.next()
        guard let key = Collection.Key(key) else {
            fatalError("a new key is a text such as \(key), which no \(Collection.Key.self) has")
        }
        return key
    }
}

// MARK: - Push IDs

/// A source of push IDs: globally unique keys that sort in the order of their creation.
///
/// An ID has 20 characters. The first 8 are the time in milliseconds since 1970, the others are random,
/// or one more than those before if the time hasn't changed since:
/// https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68/
package final class PushIDs: Sendable {
    private let sequence = Locked(PushIDSequence())
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Returns an ID that sorts after all earlier ones of this source, even if the clock has gone
    /// back.
    package func next() -> TreeKey {
        let time = now().timeIntervalSince1970 * 1000
        return sequence.withLock { sequence in
            var random = SystemRandomNumberGenerator()
            return sequence.next(at: time, using: &random)
        }
    }
}

/// The push IDs of one source, in ascending order.
struct PushIDSequence: Sendable {
    private var time: Int64 = -1

    /// Base-64 digits, the most significant first.
    private var suffix = [UInt8](repeating: 0, count: 12)

    /// - Parameter now: the time, in milliseconds since 1970.
    mutating func next(at now: Double, using random: inout some RandomNumberGenerator) -> TreeKey {
        let now = Int64(min(max(0, now.rounded(.down)), Self.latest))
        advance(to: now, using: &random)
        // With a clock that is decades slow, IDs can look like integers, which sort by value.
        while key.integer != nil { advance(to: now, using: &random) }
        return key
    }

    private mutating func advance(to now: Int64, using random: inout some RandomNumberGenerator) {
        if now <= time, let digit = suffix.lastIndex(where: { $0 < 63 }) {
            suffix[digit] += 1
            for index in suffix.indices[(digit + 1)...] { suffix[index] = 0 }
        } else {
            time = max(now, time + 1)
            for index in suffix.indices { suffix[index] = UInt8(random.next() >> 58) }
        }
    }

    private var key: TreeKey {
        let prefix = (0..<8).map { UInt8(truncatingIfNeeded: time >> (42 - 6 * $0)) & 63 }
        return TreeKey(
            String(decoding: (prefix + suffix).map { Self.alphabet[Int($0)] }, as: UTF8.self))
    }

    /// In the year 6429. Half of the range of 8 digits is left for wrong clocks.
    private static let latest = Double((1 as Int64) << 47)

    /// The base-64 digits, in the order of their code units.
    private static let alphabet = Array(
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
}

// MARK: - Key types

extension PathKey {
    /// Makes the key with a text, if the key gives the same text back: `"007"` isn't an `Int`.
    init?(_ key: TreeKey) {
        guard let typed = Self(pathKey: key.text), UTF16Order.areEqual(typed.pathKey, key.text)
        else { return nil }
        self = typed
    }
}

extension UUID: PathKey {
    /// The UUID in capitals, such as `"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"`.
    public var pathKey: String { uuidString }

    /// Makes the UUID with this text, in letters of either case.
    public init?(pathKey: String) {
        self.init(uuidString: pathKey)
    }
}
