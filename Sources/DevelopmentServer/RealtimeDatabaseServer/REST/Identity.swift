/// The sender of a request.
enum Identity: Hashable, Sendable {
    /// Bypasses the rules.
    case administrator(token: String)

    /// A user with a token.
    case user(token: String)
    case anonymous

    var token: String? {
        switch self {
        case .administrator(let token), .user(let token): token
        case .anonymous: nil
        }
    }

    /// The administrators' token, as with Firebase's emulator.
    static let administratorToken = "owner"

    /// Makes the identity of a request's token, from the address or from the header. An
    /// administrator may ask to be treated as a user, or as nobody.
    init(_ request: RESTRequest) {
        let bearer = request.headers["authorization"].flatMap { field -> String? in
            field.lowercased().hasPrefix("bearer ") ? String(field.dropFirst(7)) : nil
        }
        let token = request.parameters["auth"] ?? request.parameters["access_token"] ?? bearer
        guard let token, !token.isEmpty else {
            self = .anonymous
            return
        }
        switch request.parameters["auth_variable_override"] {
        case _ where token != Self.administratorToken: self = .user(token: token)
        case nil: self = .administrator(token: token)
        case "null"?: self = .anonymous
        case _?: self = .user(token: token)
        }
    }
}
