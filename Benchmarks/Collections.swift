/// A synthetic database: many collections, of elements that have four members each.
///
/// The same numbers give the same text on every machine.
struct Collections {
    let count: Int
    /// The number of collections whose elements share their members' names.
    let typesPerName: Int
    /// The collection whose elements have an additional member, as after an edit of the schema.
    var edited: Int?

    /// The names of the members of one collection's elements.
    struct Members {
        let name, createdAt, owner, messages, message: String
    }

    /// The number of nodes in the schema per collection.
    static let nodesPerCollection = 5

    /// Returns collections with the same four names everywhere.
    static func sameNames(_ count: Int) -> Collections {
        Collections(count: count, typesPerName: count)
    }

    /// Returns collections without a repeated name.
    static func differentNames(_ count: Int) -> Collections {
        Collections(count: count, typesPerName: 1)
    }

    func members(_ index: Int) -> Members {
        let group = typesPerName == count ? "" : "\(index / typesPerName)"
        return Members(
            name: "name\(group)", createdAt: "createdAt\(group)", owner: "owner\(group)",
            messages: "message\(group)s", message: "message\(group)")
    }
}

extension Collections {
    /// The schema, in parts.
    var schema: some Sequence<String> {
        (0..<count).lazy.map { index in
            let members = members(index)
            let edit = index == edited ? "\n      \"edited\": \"String\"," : ""
            return """
                \(index == 0 ? "{" : ",")
                  "collection\(index)s": {
                    "<collection\(index)Id>": {\(edit)
                      "\(members.name)": "String",
                      "\(members.createdAt)": "Timestamp",
                      "\(members.owner)": "User",
                      "\(members.messages)": { "<messageId>": "Message" }
                    }
                  }\(index == count - 1 ? "\n}\n" : "")
                """
        }
    }

    /// The types of an app with this database.
    static let models = """
        struct Timestamp {}

        struct User {}

        struct Message {}

        """

    /// Returns an app's functions, with this number of lines that use paths.
    func client(lines: Int, named name: String = "use") -> String {
        stride(from: 0, to: lines, by: 5).map { line in
            let index = line * count / lines
            let members = members(index)
            return """
                func \(name)\(index)(_ id: String) {
                    let element = Path().collection\(index)(id)
                    let name: Path<String> = element.\(members.name)
                    let owner = Path().collection\(index)s.child(id).\(members.owner)
                    let message: Path<Message> = element.\(members.message)(id)
                    let rendered = element.\(members.messages).child(id).rendered
                    print(name, owner, message, rendered)
                }

                """
        }
        .reduce("import TypedPaths\n\n", +)
    }
}

// MARK: - Written by a person

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

// MARK: - Written by the generator of 2018

/// The code that the generator of 2018 wrote for the elements of ``Collections``, and what that code
/// needs: a path whose `append` is overloaded on the result, with keys of any number.
enum ReferenceShape {
    static func code(for collections: Collections) -> some Sequence<String> {
        (0..<collections.count).lazy.map { index in
            let members = collections.members(index)
            return """
                enum Collection\(index) {}

                extension Path where Element == Collection\(index) {
                    var \(members.name): Path<String> {
                        return Path.append(self, "\(members.name)")
                    }

                    var \(members.createdAt): Path<Timestamp> {
                        return Path.append(self, "\(members.createdAt)")
                    }

                    var \(members.owner): Path<User> {
                        return Path.append(self, "\(members.owner)")
                    }

                    var \(members.messages): Path<Message>.Collection {
                        return Path.append(self, "\(members.messages)")
                    }

                    // Convenience
                    func \(members.message)(_ key: String) -> Path<Message> {
                        return \(members.messages).child(key)
                    }
                }

                """
        }
    }

    static let runtime = """
        struct Path<Element> {
            private var components: [String]

            private func append<T>(_ args: [String]) -> Path<T> {
                Path<T>(components: components + args)
            }

            static func append<T>(_ path: Path, _ args: String...) -> Path<T> {
                path.append(args)
            }

            static func append<T>(_ path: Path, _ args: String...) -> Path<T>.Collection {
                Path<T>.Collection(path.append(args))
            }
        }

        extension Path {
            struct Collection {
                private var path: Path<Element>

                fileprivate init(_ path: Path<Element>) {
                    self.path = path
                }

                func child(_ key: String) -> Path<Element> {
                    Path<Element>.append(path, key)
                }
            }
        }

        """
}
