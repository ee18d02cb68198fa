import DatabaseTransport
import Foundation
import TypedDatabase

/// The address of a database, or of a redirection by the service: a scheme, a host and a port that
/// are safe to send a token to.
struct FirebaseAddress: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int?

    /// The name of the database, if it isn't part of the host.
    var namespace: String?

    /// - Parameter text: a URL such as `https://my-database.firebaseio.com` or
    ///   `http://127.0.0.1:9000?ns=my-database`.
    init(_ text: String) throws(TreeDatabaseError) {
        let components = try Self.components(text)
        try self.init(components)
        guard ["", "/"].contains(components.percentEncodedPath) else {
            throw Self.error("the address of a database has no path")
        }
        for item in components.queryItems ?? [] {
            guard item.name == "ns", let value = item.value, !value.isEmpty else {
                throw Self.error("the only parameter it can have is \"ns\"")
            }
            namespace = value
        }
    }

    private init(_ components: URLComponents) throws(TreeDatabaseError) {
        scheme = components.scheme?.lowercased() ?? ""
        host = components.host?.lowercased() ?? ""
        port = components.port
        guard scheme == "https" || scheme == "http" && isLoopback else {
            throw Self.error(
                "it must begin with \"https://\"; \"http://\" is only for this machine")
        }
        guard Self.isHost(host) else { throw Self.error("there is no host in it") }
        guard components.user == nil, components.password == nil, components.fragment == nil else {
            throw Self.error("it can't have a user, a password or a fragment")
        }
    }

    private static func components(_ text: String) throws(TreeDatabaseError) -> URLComponents {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }),
            let components = URLComponents(string: text)
        else { throw error("there is a character in it that a URL can't have") }
        return components
    }

    /// Omits the text: a redirection may have a token in it.
    private static func error(_ reason: String) -> TreeDatabaseError {
        TreeDatabaseError(.badRequest, "the URL isn't the address of a database: \(reason)")
    }

    private static func isHost(_ host: String) -> Bool {
        host.wholeMatch(of: /::1|\[::1\]|[a-z0-9.-]+/) != nil
    }

    /// Whether the host is this machine.
    var isLoopback: Bool {
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return bytes.count == 4 && bytes.first == 127 && !bytes.contains(nil)
    }

    /// The scheme, host and port, such as `https://my-database.firebaseio.com:443`.
    var origin: String {
        let host = host == "::1" ? "[::1]" : host
        return "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}

// MARK: - URLs

extension FirebaseAddress {
    /// Returns the URL of a place, with the parameters encoded.
    func url(of place: TreePlace, _ parameters: [(name: String, value: String)]) -> String {
        var url = origin
        if place.depth == 0 { url += "/" }
        for key in place.keys { url += "/\(PercentEncoding.encoded(key.text))" }
        url += ".json"
        var separator = "?"
        let namespace = namespace.map { [(name: "ns", value: $0)] } ?? []
        for (name, value) in namespace + parameters {
            url += "\(separator)\(name)=\(PercentEncoding.encoded(value))"
            separator = "&"
        }
        return url
    }

    /// Returns the URL of a redirection, without its credentials, and the address in it. A
    /// redirection may lead to the same host, or to another one within the provider's domains.
    ///
    /// Throws for any other target, which must get neither the token nor the data.
    func redirection(
        to location: String, from url: String
    ) throws(TreeDatabaseError) -> (url: String, address: FirebaseAddress) {
        guard let base = URL(string: url), let text = URL(string: location, relativeTo: base) else {
            throw TreeDatabaseError(.badRequest, "the server redirects to what isn't a URL")
        }
        let components = try Self.components(text.absoluteString)
        let target = try FirebaseAddress(components)
        let isSame = target.host == host && target.port == port && target.scheme == scheme
        let isWithinProvider = isProvider && target.isProvider && target.scheme == "https"
        guard isSame || isWithinProvider || isLoopback && target.isLoopback else {
            throw TreeDatabaseError(
                .badRequest,
                "the server redirects to \(target.host), which is no host of this database; "
                    + "nothing was sent there")
        }
        let query = (components.percentEncodedQuery ?? "").split(separator: "&")
            .filter { !$0.hasPrefix("auth=") && !$0.hasPrefix("access_token=") }
        let path = components.percentEncodedPath
        return (
            target.origin + (path.isEmpty ? "/" : path)
                + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
            target
        )
    }

    private var isProvider: Bool {
        [".firebaseio.com", ".firebasedatabase.app"].contains(where: host.hasSuffix)
    }
}
