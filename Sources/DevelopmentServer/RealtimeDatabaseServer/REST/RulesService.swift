import TypedDatabaseRules

/// The answers to requests for the rules, which only administrators may read and write.
struct RulesService {
    let access: AccessControl

    /// Called after the rules have changed.
    var rulesChanged: @Sendable () -> Void = {}

    func answer(_ request: RESTRequest, as identity: Identity) throws(ServiceError) -> HTTPResponse
    {
        guard case .administrator = identity else { throw .permissionDenied }
        switch request.method {
        case .get: return response(access.rules.utf8)
        case .put:
            let rules: SecurityRules
            do {
                rules = try SecurityRules(utf8: request.body, name: "rules.json")
            } catch {
                throw ServiceError(400, error.messages.joined(separator: "\n"))
            }
            if request.parameters["dryRun"] != "true" {
                try access.setRules(rules)
                rulesChanged()
            }
            return response(Array("{\"status\":\"ok\"}".utf8))
        case .post, .patch, .delete:
            throw ServiceError(405, "Rules can be read with GET and replaced with PUT.")
        }
    }

    private func response(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [("Content-Type", "application/json; charset=utf-8")], body: body)
    }
}
