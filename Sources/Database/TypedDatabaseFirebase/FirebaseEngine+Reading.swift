import DatabaseTransport
import TypedDatabase

extension FirebaseEngine {
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        let query = RemoteQuery(selection)
        var call = FirebaseCall(method: .get, place: place, parameters: query.parameters)
        call.order = selection.order
        if selection == .all { call.headers = ["X-Firebase-ETag": "true"] }
        let response = try await response(to: call)
        let value = try value(response, at: place)
        let version = response.head.etag.map(TreeVersion.tag) ?? .value(value)
        return VersionedValue(selection.select(from: value), version: version)
    }

    /// Reads no values if all keys are selected, or those between two keys. The service doesn't
    /// promise that for other selections, so their values are read as well.
    public func keys(
        of place: TreePlace, _ selection: TreeSelection
    ) async throws -> PlaceKeys {
        guard selection.order == .key, selection.limit == nil else {
            return PlaceKeys(try await read(place, selection).value, selection)
        }
        let call = FirebaseCall(method: .get, place: place, parameters: [("shallow", "true")])
        return PlaceKeys(try value(try await response(to: call), at: place), selection)
    }

    func response(to call: FirebaseCall) async throws -> HTTPResponse {
        try await requests.read { try await client.response(to: call) }
    }

    func value(_ response: HTTPResponse, at place: TreePlace) throws -> TreeValue? {
        do {
            return try JSONReader.value(response.body)
        } catch {
            throw TreeDatabaseError(
                .unavailable, at: place, "the server's answer can't be read: \(error)")
        }
    }
}
