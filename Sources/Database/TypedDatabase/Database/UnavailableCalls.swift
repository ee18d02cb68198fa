import TypedPaths

// Calls without a meaning, declared as unavailable so that the compiler suggests the right ones.
//
// Both kinds of collection are spelled out where a call takes a value as well: with `some
// CollectionPath`, the compiler would complain about the path where the value has a wrong type.

// MARK: - A collection as a value

extension TreeDatabase {
    @available(
        *, unavailable,
        message: "a collection has no value of its own; read its elements with children(of:)"
    )
    public nonisolated(nonsending) func value<Collection: CollectionPath>(
        at collection: Collection
    ) async throws -> Collection.Value? {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "a collection has no value of its own; observe its elements with children(of:)"
    )
    public func snapshots<Collection: CollectionPath>(
        at collection: Collection
    ) -> ValueSnapshots<TreeValue> {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "a collection has no value of its own; write an element with set(_:at:) or add(_:to:)"
    )
    public nonisolated(nonsending) func set<Value, Element>(
        _ value: Value, at collection: Path<Element>.Collection
    ) async throws {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "a collection has no value of its own; write an element with set(_:at:) or add(_:to:)"
    )
    public nonisolated(nonsending) func set<Value, Element, Key>(
        _ value: Value, at collection: Path<Element>.KeyedCollection<Key>
    ) async throws {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "a collection has no value of its own; merge into an element"
    )
    public nonisolated(nonsending) func merge<Value, Element>(
        _ value: Value, into collection: Path<Element>.Collection
    ) async throws {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "a collection has no value of its own; merge into an element"
    )
    public nonisolated(nonsending) func merge<Value, Element, Key>(
        _ value: Value, into collection: Path<Element>.KeyedCollection<Key>
    ) async throws {
        fatalError()
    }

    @available(*, unavailable, message: "a collection has no value of its own; change an element")
    @discardableResult
    public nonisolated(nonsending) func transaction<Element>(
        at collection: Path<Element>.Collection, _ change: (inout Element?) throws -> Void
    ) async throws -> Element? {
        fatalError()
    }

    @available(*, unavailable, message: "a collection has no value of its own; change an element")
    @discardableResult
    public nonisolated(nonsending) func transaction<Element, Key>(
        at collection: Path<Element>.KeyedCollection<Key>, _ change: (inout Element?) throws -> Void
    ) async throws -> Element? {
        fatalError()
    }
}

extension TreeBatch {
    @available(
        *, unavailable,
        message:
            "a collection has no value of its own; write an element with set(_:at:) or add(_:to:)"
    )
    public mutating func set<Value, Element>(
        _ value: Value, at collection: Path<Element>.Collection
    ) {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "a collection has no value of its own; write an element with set(_:at:) or add(_:to:)"
    )
    public mutating func set<Value, Element, Key>(
        _ value: Value, at collection: Path<Element>.KeyedCollection<Key>
    ) {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "a collection has no value of its own; merge into an element"
    )
    public mutating func merge<Value, Element>(
        _ value: Value, into collection: Path<Element>.Collection
    ) {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "a collection has no value of its own; merge into an element"
    )
    public mutating func merge<Value, Element, Key>(
        _ value: Value, into collection: Path<Element>.KeyedCollection<Key>
    ) {
        fatalError()
    }
}

// MARK: - A value as a collection

extension TreeDatabase {
    @available(
        *, unavailable,
        message:
            "this is no collection; read its value with value(at:), or children of any key with children(of:by:)"
    )
    public func children<Value>(
        of path: Path<Value>
    ) -> TreeQuery<String, Value, ByKey<Value>> {
        fatalError()
    }

    @available(*, unavailable, message: "this is no collection; write its value with set(_:at:)")
    @discardableResult
    public nonisolated(nonsending) func add<Value>(
        _ value: Value, to path: Path<Value>
    ) async throws -> Path<Value> {
        fatalError()
    }
}

extension TreeBatch {
    @available(*, unavailable, message: "this is no collection; write its value with set(_:at:)")
    @discardableResult
    public mutating func add<Value>(_ value: Value, to path: Path<Value>) -> Path<Value> {
        fatalError()
    }
}

// MARK: - A branch as a value

extension TreeDatabase {
    @available(
        *, unavailable,
        message:
            "this type has no values, or isn't Decodable; read a branch as another type with value(at:as:)"
    )
    public nonisolated(nonsending) func value<Value>(
        at path: Path<Value>
    ) async throws -> Value? {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "this type has no values, or isn't Decodable; read a branch as another type with snapshots(at:as:)"
    )
    public func snapshots<Value>(at path: Path<Value>) -> ValueSnapshots<TreeValue> {
        fatalError()
    }
}

// MARK: - Pages of a limited query

extension TreeQuery where Order == Limited {
    @available(
        *, unavailable,
        message: "pages have a size of their own; leave out first(_:) and last(_:)"
    )
    public func pages(of size: Int, after cursor: PageCursor? = nil) -> TreePages<Key, Value> {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "pages have a size of their own; leave out first(_:) and last(_:)"
    )
    public nonisolated(nonsending) func page(
        of size: Int, after cursor: PageCursor? = nil
    ) async throws -> Page<Key, Value> {
        fatalError()
    }
}
