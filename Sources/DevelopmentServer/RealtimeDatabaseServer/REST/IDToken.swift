import Foundation
import TypedDatabase

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
