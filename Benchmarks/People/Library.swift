import Foundation

/// A library, with its files of people.
struct Library: Sendable {
    private let folder: URL
    private let open: @Sendable (_ path: String, _ isIndexed: Bool) throws -> any PeopleStore

    /// Many people, without an index.
    let small: any PeopleStore

    /// Ten times as many, with an index of their scores.
    let large: any PeopleStore

    init(
        in folder: URL, _ scale: Scale,
        open: @escaping @Sendable (_ path: String, _ isIndexed: Bool) throws -> any PeopleStore
    ) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        self.open = open
        small = try open(folder.appendingPathComponent("small.sqlite").path, false)
        large = try open(folder.appendingPathComponent("large.sqlite").path, true)
        try await small.insert(Person.samples(scale.small))
        for start in stride(from: 0, to: scale.large, by: 10_000) {
            let end = min(start + 10_000, scale.large)
            try await large.insert((start..<end).map { Person($0) })
        }
    }

    /// Calls a closure with a new file, and returns its size once it is closed, and the result.
    func withNewFile<Result>(
        isIndexed: Bool, _ body: (any PeopleStore) async throws -> Result
    ) async throws -> (bytes: Double, result: Result) {
        let file = folder.appendingPathComponent("new.sqlite")
        let store = try open(file.path, isIndexed)
        let result = try await body(store)
        try await store.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        try FileManager.default.removeItem(at: file)
        return ((attributes[.size] as? NSNumber)?.doubleValue ?? .nan, result)
    }
}

/// The sizes of the files.
struct Scale: Sendable {
    let small: Int
    var large: Int { 10 * small }

    func smallKey() -> String { Person.key(.random(in: 0..<small)) }

    /// Returns the key of a person with a page of people after it.
    func largeKey() -> String { Person.key(.random(in: 0..<large - 50)) }
}
