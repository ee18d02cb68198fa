/// A schema of a few hundred nodes: a root with many features, each of which has the same children.
struct LargeSchema {
    let featureCount: Int

    /// The schema, with nearly each node on a line of its own.
    var text: String {
        let features = (1...featureCount).map { number in
            """
              "feature\(number)": {
                "title": "String",
                "owner": "User",
                "limits": {
                  "size\(number)": "Int",
                  "unit\(number)": "String",
                  "rate": "Double"
                },
                "notes": {
                  "<noteId: NoteID>": {
                    "text": "String",
                    "author\(number)": "User"
                  }
                },
                "likes": { "<postId>": { "<userId>": "Bool" } },
                "things\(number)": {
                  "<thingId>": "Thing"
                }
              }
            """
        }
        return "{\n" + features.joined(separator: ",\n") + "\n}\n"
    }

    /// The schema with one line replaced, which occurs once.
    func replacing(_ line: String, with other: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        precondition(lines.count { $0 == line } == 1, "\(line) is not one line")
        return lines.map { $0 == line ? other : String($0) }.joined(separator: "\n")
    }
}
