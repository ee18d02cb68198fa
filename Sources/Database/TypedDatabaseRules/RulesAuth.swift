import TypedDatabase

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
