import Foundation
import TypedDatabase
import TypedDatabaseRules

/// The rules of the database, and the tokens that it refuses.
final class AccessControl: Sendable {
    private struct State {
        var rules: SecurityRules
        var expiredTokens: Set<String> = []
    }

    private let state: Locked<State>
    private let file: RulesFile?
    private let acceptsOpaqueTokens: Bool
    private let pushIDs = PushIDs()

    /// Restores the rules of a file, if it exists.
    ///
    /// - Parameters:
    ///   - rules: the rules, unless the file exists.
    ///   - file: the file that keeps the rules; without one, rules end with the server.
    init(
        _ rules: SecurityRules, file: RulesFile? = nil, acceptsOpaqueTokens: Bool = false
    ) throws(RulesFileError) {
        self.file = file
        self.acceptsOpaqueTokens = acceptsOpaqueTokens
        state = Locked(State(rules: try file?.rules() ?? rules))
    }

    var rules: SecurityRules { state.withLock { $0.rules } }

    /// Replaces the rules, and saves them in their file.
    func setRules(_ rules: SecurityRules) throws(ServiceError) {
        // With the lock held, so that the file has the current rules.
        try state.withLock { state throws(ServiceError) in
            do {
                try file?.write(rules.utf8)
            } catch {
                throw ServiceError(500, "\(error)")
            }
            state.rules = rules
        }
    }

    /// Refuses later requests with this token.
    func expire(_ token: String) {
        state.withLock { _ = $0.expiredTokens.insert(token) }
    }

    func identity(of request: RESTRequest) throws(ServiceError) -> Identity {
        try check(token: Identity.token(of: request))
        return try Identity(request, acceptsOpaqueTokens: acceptsOpaqueTokens)
    }

    func check(token: String?) throws(ServiceError) {
        guard let token else { return }
        if state.withLock({ $0.expiredTokens.contains(token) }) {
            throw ServiceError(401, "Auth token is expired")
        }
    }

    func checkIndex(for order: TreeSelection.Order, at place: TreePlace) throws(ServiceError) {
        if let missing = rules.missingIndex(for: order, at: place) {
            throw ServiceError(400, "\(missing)")
        }
    }

    /// Returns a key for a new child, which sorts after all earlier ones.
    func newKey() -> TreeKey {
        pushIDs.next()
    }
}

// MARK: - Senders

/// The sender of a request.
enum Identity: Hashable, Sendable {
    /// Bypasses the rules.
    case administrator(token: String)

    /// A user, as rules see one, with a token.
    case user(RulesAuth, token: String)
    case anonymous

    var token: String? {
        switch self {
        case .administrator(let token), .user(_, let token): token
        case .anonymous: nil
        }
    }

    /// The user for whom rules decide; `nil` for nobody.
    var auth: RulesAuth? {
        if case .user(let auth, _) = self { auth } else { nil }
    }

    /// The administrators' token, as with Firebase's emulator.
    static let administratorToken = "owner"

    /// Returns the token of a request, from the address or from the header.
    static func token(of request: RESTRequest) -> String? {
        let bearer = request.headers["authorization"].flatMap { field -> String? in
            field.lowercased().hasPrefix("bearer ") ? String(field.dropFirst(7)) : nil
        }
        let token = request.parameters["auth"] ?? request.parameters["access_token"] ?? bearer
        return token.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Makes the identity of a request. An administrator may ask to be treated as a user, or as
    /// nobody.
    ///
    /// - Parameter acceptsOpaqueTokens: whether a token that is no JWT is a user's.
    init(_ request: RESTRequest, acceptsOpaqueTokens: Bool) throws(ServiceError) {
        guard let token = Self.token(of: request) else {
            self = .anonymous
            return
        }
        guard token == Self.administratorToken else {
            if let claims = IDToken.claims(of: token) {
                self = .user(RulesAuth(token: claims, provider: nil), token: token)
            } else if acceptsOpaqueTokens {
                self = .user(.user(token), token: token)
            } else {
                throw .invalidToken
            }
            return
        }
        switch request.parameters["auth_variable_override"] {
        case nil: self = .administrator(token: token)
        case let override?:
            let value: TreeValue?
            do {
                value = try JSONReader.value(Array(override.utf8))
            } catch {
                throw ServiceError(400, "auth_variable_override must be JSON.")
            }
            self = value.map { .user(RulesAuth($0), token: token) } ?? .anonymous
        }
    }
}

extension Identity: CustomStringConvertible {
    /// The user's ID, for the log.
    var description: String {
        switch self {
        case .administrator: "an administrator"
        case .user(let auth, _):
            auth.value.children["uid"].map { "\($0)" } ?? "a user without an ID"
        case .anonymous: "nobody"
        }
    }
}

/// ID tokens as Firebase's emulator takes them: JSON Web Tokens whose signature isn't checked.
package enum IDToken {
    /// Returns the claims of a token; `nil` if it is no JWT of a user.
    static func claims(of token: String) -> TreeValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = object(parts[0]), let claims = object(parts[1]),
            case .string? = header.children["alg"], case .string? = claims.children["sub"]
        else { return nil }
        return claims
    }

    private static func object(_ part: Substring) -> TreeValue? {
        var base64 = part.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64),
            let object = try? JSONReader.value(Array(data)), case .children = object
        else { return nil }
        return object
    }

    /// Returns an unsigned token of a user.
    package static func make(uid: String, claims: [(name: String, value: TreeValue)]) -> String {
        var payload: TreeValue? = ["sub": .string(uid), "user_id": .string(uid)]
        for claim in claims { payload[[TreeKey(claim.name)]] = claim.value }
        return [["alg": "none", "typ": "JWT"], payload].map { object in
            Data(ServiceJSONWriter.bytes(of: object, isPretty: false)).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }.joined(separator: ".") + "."
    }
}

// MARK: - Files of rules

/// The file of the rules, verbatim, comments included.
struct RulesFile {
    let path: String

    /// Returns the rules in the file; `nil` if it doesn't exist.
    func read() throws(RulesFileError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw RulesFileError("can't read the rules in \(path): \(error.localizedDescription)")
        }
    }

    /// Returns the file's rules, checked; `nil` if it doesn't exist.
    func rules() throws(RulesFileError) -> SecurityRules? {
        guard let text = try read() else { return nil }
        do {
            return try SecurityRules(utf8: text, name: path)
        } catch {
            throw RulesFileError(
                "can't use the rules in \(path):\n\(error.messages.joined(separator: "\n"))")
        }
    }

    /// Replaces the file atomically: a crash leaves the old rules or the new ones.
    func write(_ rules: [UInt8]) throws(RulesFileError) {
        do {
            try Data(rules).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw RulesFileError("can't keep the rules in \(path): \(error.localizedDescription)")
        }
    }
}

/// The reason why rules can't be restored from their file, or saved in it.
public struct RulesFileError: DescribedError, Sendable {
    /// The reason, in a sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A file of rules that is read again when it changes.
final class WatchedRulesFile: Sendable {
    private let file: RulesFile
    private let isStopped = Locked(false)

    init(path: String) {
        file = RulesFile(path: path)
    }

    /// Reads the rules for the first time.
    func rules() throws(RulesFileError) -> SecurityRules {
        guard let rules = try file.rules() else {
            throw RulesFileError("there are no rules in \(file.path)")
        }
        return rules
    }

    /// Starts a thread that looks at the file twice a second.
    ///
    /// - Parameter changed: called with the new rules, or with the reason why they can't be used.
    func start(_ changed: @escaping @Sendable (Result<SecurityRules, RulesFileError>) -> Void) {
        Thread.detachNewThread { [self] in
            var last = try? file.read()
            while !isStopped.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.5)
                let text = try? file.read()
                guard text != last else { continue }
                last = text
                changed(Result { () throws(RulesFileError) in try rules() })
            }
        }
    }

    func stop() { isStopped.withLock { $0 = true } }
}
