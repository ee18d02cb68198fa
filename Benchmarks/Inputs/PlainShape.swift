/// The code that a person would write for ``Collections``: each member in the extension of its type.
struct PlainShape: Sequence, IteratorProtocol {
    private let collections: Collections
    /// The next part: a type by its index, or the root's members.
    private var part = -1

    init(_ collections: Collections) {
        self.collections = collections
    }

    /// The file, in parts: the root's members, then type by type.
    mutating func next() -> String? {
        defer { part += 1 }
        if part < 0 { return root }
        return part < collections.count ? element(part) : nil
    }

    private var root: String {
        let types = (0..<collections.count).map { "enum Collection\($0) {}\n\n" }
        let members = (0..<collections.count).map { index in
            """
                var collection\(index)s: Path<Collection\(index)>.Collection {
                    Path.append(self, "collection\(index)s")
                }

                func collection\(index)(_ collection\(index)Id: String) -> Path<Collection\(index)> {
                    Path.append(self, "collection\(index)s", collection\(index)Id)
                }

            """
        }
        return "import TypedPaths\n\n" + types.joined()
            + "extension Path where Element == Root {\n" + members.joined(separator: "\n") + "}\n"
    }

    private func element(_ index: Int) -> String {
        let members = collections.members(index)
        return """

            extension Path where Element == Collection\(index) {
                var \(members.name): Path<String> {
                    Path.append(self, "\(members.name)")
                }

                var \(members.createdAt): Path<Timestamp> {
                    Path.append(self, "\(members.createdAt)")
                }

                var \(members.owner): Path<User> {
                    Path.append(self, "\(members.owner)")
                }

                var \(members.messages): Path<Message>.Collection {
                    Path.append(self, "\(members.messages)")
                }

                func \(members.message)(_ messageId: String) -> Path<Message> {
                    Path.append(self, "\(members.messages)", messageId)
                }
            }

            """
    }
}
