// Made by generate-paths from ids.export.json, once: these types are yours to change.

/// firestore/<firestoreId>
struct Firestore: Codable, Hashable, Sendable {
    var x: Int
}

/// mongo/<mongoId>
struct Mongo: Codable, Hashable, Sendable {
    var x: Int
}

/// ulid/<ulidId>
struct Ulid: Codable, Hashable, Sendable {
    var x: Int
}

/// numbers/<numberId>
struct Number: Codable, Hashable, Sendable {
    var x: Int
}

/// padded/<paddedId>
struct Padded: Codable, Hashable, Sendable {
    var x: Int
}

/// years/<year>
struct Year: Codable, Hashable, Sendable {
    var x: Int
}
