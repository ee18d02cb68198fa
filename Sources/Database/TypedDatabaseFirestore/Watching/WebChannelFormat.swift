import DatabaseTransport

/// The URLs and bodies of a WebChannel's requests.
struct WebChannelAddress: Hashable, Sendable {
    /// The scheme, host and port, such as `https://firestore.googleapis.com`.
    let origin: String

    /// The root of the database's documents.
    let root: DocumentRoot

    /// A URL with a body, `nil` for a request without one.
    struct Parts: Hashable, Sendable {
        var url: String
        var body: String?
    }

    /// Returns the parts of the request that opens a session.
    ///
    /// - Parameter headers: those of the session, which its later requests don't have.
    func open(
        _ request: WebChannelForward.Request, headers: [String: String]
    ) -> Parts {
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\r\n" }
        return Parts(
            url: url([
                ("CVER", "22"), ("X-HTTP-Session-Id", "gsessionid"), ("RID", "\(request.id)"),
            ]),
            body: "headers=\(PercentEncoding.encoded(lines.joined()))&\(Self.body(of: request))")
    }

    /// Returns the parts of a request that carries messages.
    func forward(_ request: WebChannelForward.Request, of session: WebChannelSession) -> Parts {
        Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "\(request.id)"), ("AID", "\(session.acknowledged)"),
                ]),
            body: Self.body(of: request))
    }

    /// Returns the parts of a request of the back channel.
    func listen(_ request: WebChannelBack.Request, of session: WebChannelSession) -> Parts {
        Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "rpc"), ("AID", "\(request.acknowledged)"),
                    ("CI", request.endsAfterChunk ? "1" : "0"), ("TYPE", "xmlhttp"),
                ]))
    }

    /// Returns the parts of the request that ends a session; `nil` if it isn't open.
    func terminate(_ session: WebChannelSession) -> Parts? {
        if session.greeting == nil { return nil }
        return Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "\(session.finalRequestID)"), ("TYPE", "terminate"),
                ]))
    }

    private func parameters(of session: WebChannelSession) -> [(String, String)] {
        [
            session.affinity.map { ("gsessionid", $0) },
            session.greeting.map { ("SID", $0.sessionID) },
        ].compactMap(\.self)
    }

    private func url(_ parameters: [(String, String)]) -> String {
        let parameters = [("VER", "8"), ("database", root.database)] + parameters
        let query = parameters.map { "\($0)=\(PercentEncoding.encoded($1))" }
        return "\(origin)/google.firestore.v1.Firestore/Listen/channel?"
            + query.joined(separator: "&")
    }

    private static func body(of request: WebChannelForward.Request) -> String {
        let messages = request.messages.enumerated().map { index, message in
            "req\(index)___data__=\(PercentEncoding.encoded(message))"
        }
        return (["count=\(messages.count)", "ofs=\(request.offset)"] + messages)
            .joined(separator: "&")
    }
}
