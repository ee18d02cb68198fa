/// A user's credential: a Firebase ID token or an OAuth2 access token.
///
/// A token is a secret, so it has no description, and is omitted when an object that contains it is
/// printed or dumped.
public struct FirebaseToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case id
        case access
    }

    package let kind: Kind
    package let text: String

    /// Returns the ID token of a user who is signed in with Firebase Authentication. The rules
    /// apply.
    public static func idToken(_ text: String) -> FirebaseToken {
        FirebaseToken(kind: .id, text: text)
    }

    /// Returns an OAuth2 access token of a service account, which bypasses the rules.
    ///
    /// For the Realtime Database, it needs the scopes
    /// `https://www.googleapis.com/auth/firebase.database` and
    /// `https://www.googleapis.com/auth/userinfo.email`; for Firestore
    /// `https://www.googleapis.com/auth/datastore`. The emulators accept `accessToken("owner")`.
    public static func accessToken(_ text: String) -> FirebaseToken {
        FirebaseToken(kind: .access, text: text)
    }

    /// Whether all characters are allowed in a token. A line break, for example, would end a
    /// header.
    var isWellFormed: Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Returns a text with all occurrences of the token removed.
    package func redacted(from text: String) -> String {
        let encoded = PercentEncoding.encoded(self.text)
        return text.replacing(self.text, with: "…").replacing(encoded, with: "…")
    }
}

extension FirebaseToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "FirebaseToken" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
