import TypedPaths

// As the generator makes them of `Benchmarks/chat.paths.json`.
extension Path where Element == Root {
    var people: Path<Person>.Collection { Path.append(self, "people") }
    func person(_ key: String) -> Path<Person> { Path.append(self, "people", key) }
}
