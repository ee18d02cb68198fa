import TypedDatabase
import TypedDatabaseRules

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
