import TypedDatabase

extension FirestoreEngine {
    /// Returns a watch that fails: the engine can't watch yet.
    public func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        FailedWatch(
            TreeDatabaseError(
                .unsupported, at: place, "this version can't watch Firestore; read it again"))
    }
}

/// A watch that throws an error.
private final class FailedWatch: TreeWatch {
    private let error: TreeDatabaseError

    init(_ error: TreeDatabaseError) {
        self.error = error
    }

    func next() async throws -> [TreeUpdate] { throw error }
    func cancel() {}
}
