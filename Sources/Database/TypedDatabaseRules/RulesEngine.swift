import Foundation
import SecurityRules
import TypedDatabase

// How rules decide about a request, in tests and on the development server:
//
// - `SecurityRules` compiles a file of rules, once.
// - `RulesEngine` passes a user's request on to another engine if the rules allow it.
// - `RulesGuard` evaluates them for one request, over the data that is known so far: a verdict names
//   the places that its rules depend on and that have yet to be read. The engine reads these, and
//   asks again, so that a request costs few reads, whatever the size of the database.
// - `RulesData.swift` shows rules the data: as it is known, and as it would be after the write.
// - A write is made on condition that the data its rules have read is unchanged.

/// An engine that enforces security rules for one user of another engine: for tests of rules.
///
/// ```swift
/// let rules = try SecurityRules(contentsOf: URL(fileURLWithPath: "database.rules.json"))
/// let store = MemoryEngine(["chatrooms": ["firechat": ["owner": "ana"]]])
/// let ana = TreeDatabase(RulesEngine(store, rules: rules, auth: .user("ana")))
/// let nobody = TreeDatabase(RulesEngine(store, rules: rules, auth: nil))
///
/// try await ana.set("Fire Chat", at: room.name)
/// await #expect(throws: TreeDatabaseError.self) { try await nobody.set("x", at: room.name) }
/// ```
///
/// A request that the rules refuse throws `TreeDatabaseError.Kind.permissionDenied`. The message has
/// the rules that decided, and the value of each part of their expressions.
///
/// Reads and watches need `.read`; a watch is checked when it begins. Rules see the query that
/// `FirebaseEngine` sends, and as there, one that is ordered by children or values needs an index:
/// otherwise it throws `TreeDatabaseError.Kind.indexMissing`, in the service's words.
///
/// Writes need `.write` at each place, and every `.validate`. Server times and sums are computed
/// before rules see them, and are then written. A write is made only if the data that its rules have
/// read is still the same; if it has changed in each of 1,000 tries, the write throws
/// `TreeDatabaseError.Kind.conflict`.
public final class RulesEngine: DatabaseEngine {
    private let base: any DatabaseEngine
    private let rules: SecurityRules
    private let gate: RulesGuard
    private let now: @Sendable () -> Date

    /// The number of tries of a write whose rules' data change each time.
    private static let maximumTries = 1_000

    /// Makes an engine that enforces rules.
    ///
    /// - Parameters:
    ///   - base: the engine that holds the data. Direct access to it bypasses the rules.
    ///   - rules: the rules of the database.
    ///   - auth: the user; `nil` if nobody is signed in.
    ///   - now: the clock for `now` in rules, and for server times.
    public init(
        _ base: any DatabaseEngine, rules: SecurityRules, auth: RulesAuth?,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.base = base
        self.rules = rules
        self.now = now
        gate = RulesGuard(rules, auth: auth)
    }

    public var transactions: TransactionQueue { base.transactions }

    public var connection: AsyncStream<ConnectionState> { base.connection }

    public var separateChildren: SeparateChildren? { base.separateChildren }

    private var millisecondsNow: Int64 {
        Int64(exactly: (now().timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}

// MARK: - Reading

extension RulesEngine {
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        try await checkReading(place, selection)
        return try await base.read(place, selection)
    }

    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        try await checkReading(place, selection)
        return try await base.keys(of: place, selection)
    }

    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await checkReading(place, selection)
        return try await base.count(of: place, selection)
    }

    public func exists(_ place: TreePlace) async throws -> Bool {
        try await checkReading(place, .all)
        return try await base.exists(place)
    }

    public func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        RulesWatch(base.watch(place, selection)) { [self] in
            try await checkReading(place, selection)
        }
    }

    private func checkReading(_ place: TreePlace, _ selection: TreeSelection) async throws {
        var known = KnownData()
        let time = millisecondsNow
        let selection = selection.requested
        _ = try await allowed(&known) {
            gate.verdict(onReading: place, selection, at: time, knowing: $0)
        }
        if let missing = rules.missingIndex(for: selection.order, at: place) {
            throw TreeDatabaseError(.indexMissing, at: place, "\(missing)")
        }
    }

    /// Asks for a verdict until all places that it depends on are known. Throws a refusal.
    private func allowed(
        _ known: inout KnownData, _ verdict: (KnownData) -> RulesGuard.Verdict
    ) async throws -> RulesGuard.Verdict {
        while true {
            try Task.checkCancellation()
            let verdict = verdict(known)
            if verdict.missing.isEmpty {
                if let refusal = verdict.refusal { throw TreeDatabaseError(refusal) }
                return verdict
            }
            for place in verdict.missing {
                known.set(try await base.read(place, .all), at: place)
            }
        }
    }
}

// MARK: - Writing

extension RulesEngine {
    public func write(_ edits: [TreeEdit]) async throws {
        _ = try await write(edits, ifUnchanged: [])
    }

    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        var known = KnownData()
        for _ in 0..<Self.maximumTries {
            let time = millisecondsNow
            let resolved = try await allowed(&known) {
                gate.verdict(onWriting: edits, at: time, knowing: $0)
            }.edits
            let read = transactions.reach == .severalPlaces ? known.versions : []
            if read.isEmpty, versions.isEmpty {
                try await base.write(resolved)
                return .written
            }
            switch try await base.write(resolved, ifUnchanged: versions + read) {
            case .written: return .written
            case .changed(let current):
                let own = Array(current.prefix(versions.count))
                if zip(own, versions).contains(where: { $0.version != $1.version }) {
                    return .changed(own)
                }
                for (place, value) in zip(known.places, current.dropFirst(versions.count)) {
                    known.set(value, at: place)
                }
            }
        }
        throw TreeDatabaseError(
            .conflict, at: edits.first?.place,
            "another process or client has changed data that the rules have read during each of "
                + "\(Self.maximumTries) tries; try again later")
    }
}

extension TreeDatabaseError {
    /// The error for a request that rules refuse, with their explanation.
    package init(_ refusal: RulesRefusal) {
        self.init(
            .permissionDenied, at: TreePlace(refusal.place.map { TreeKey($0) }),
            "the security rules refuse this \(refusal.kind == .read ? "read" : "write"): "
                + "\(refusal)")
    }
}

// MARK: - Watches

/// A watch that asks for permission before its first update.
final class RulesWatch: TreeWatch {
    private let base: any TreeWatch
    private let check: @Sendable () async throws -> Void
    private let isChecked = Locked(false)

    init(_ base: any TreeWatch, check: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.check = check
    }

    func next() async throws -> [TreeUpdate] {
        if !isChecked.withLock({ $0 }) {
            try await check()
            isChecked.withLock { $0 = true }
        }
        return try await base.next()
    }

    func cancel() { base.cancel() }
}

// MARK: - Users

/// The signed-in user for whom rules are enforced: `auth` in rules.
///
/// ```swift
/// RulesEngine(store, rules: rules, auth: .user("ana", claims: ["admin": true]))
/// ```
public struct RulesAuth: Hashable, Sendable {
    /// The members of `auth`.
    package let value: TreeValue

    package init(_ value: TreeValue) {
        self.value = value
    }

    /// A user with an ID, which rules see as `auth.uid`.
    ///
    /// - Parameters:
    ///   - uid: the user's ID.
    ///   - provider: the way the user has signed in, `auth.provider`.
    ///   - claims: further members of `auth.token`.
    public static func user(
        _ uid: String, provider: String = "custom", claims: TreeValue? = nil
    ) -> RulesAuth {
        var token = claims
        token["sub"] = .string(uid)
        return RulesAuth(token: token, provider: provider)
    }

    /// The user of a token whose claims have the ID as `sub`.
    package init(token: TreeValue?, provider: String?) {
        var token = token
        let uid = token["sub"]
        if token["user_id"] == nil { token["user_id"] = uid }
        let provider = provider.map(TreeValue.string) ?? token["firebase", "sign_in_provider"]
        var value: TreeValue? = ["provider": provider ?? "custom"]
        value["uid"] = uid
        value["token"] = token
        self.value = value ?? false
    }
}

extension TreeValue? {
    fileprivate subscript(keys: TreeKey...) -> TreeValue? {
        get { self[TreePlace(keys)] }
        set { self[TreePlace(keys)] = newValue }
    }
}
