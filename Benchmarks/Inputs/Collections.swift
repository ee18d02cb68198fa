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
