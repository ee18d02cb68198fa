import TypedPaths

// Names of earlier versions, declared so that the compiler says the new ones.

extension TreeDatabase {
    @available(*, unavailable, renamed: "snapshots(at:)")
    public func values<Value: Decodable>(at path: Path<Value>) -> ValueSnapshots<Value> {
        fatalError()
    }

    @available(*, unavailable, renamed: "snapshots(at:)")
    public func values<Value: Decodable>(at path: Path<Value?>) -> ValueSnapshots<Value> {
        fatalError()
    }

    @available(*, unavailable, renamed: "snapshots(at:as:)")
    public func values<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) -> ValueSnapshots<Value> {
        fatalError()
    }

    @available(*, unavailable, renamed: "elements(of:withKeys:)")
    public nonisolated(nonsending) func children<Collection: CollectionPath>(
        of collection: Collection, keys: some Sequence<Collection.Key>
    ) async throws -> [Child<Collection.Key, Collection.Value>] {
        fatalError()
    }
}

@available(*, unavailable, renamed: "ValueSnapshots") public typealias TreeValues = ValueSnapshots
