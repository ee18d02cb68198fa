import Foundation
import PathSchema
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseFirestore

/// The layout of a schema for Firestore compiles, and locates each place of the schema.
@Suite struct FirestoreLayoutTests {
    private static let schema = """
        {
          "$options": { "firestore": true, "access": "public" },
          "rooms": {
            "<roomId>": {
              "$type": "Room",
              "openedAt": "Date",
              "messages": { "<messageId>": { "text": "String", "sentAt": "Date?" } },
              "éx": { "<x>": { "y": "Int" } },
              "e\\u0301x": { "$member": "other", "<x>": { "y": "Int" } }
            }
          },
          "comments": {
            "<commentId>": { "$name": "Comment", "replies": { "<replyId>": "Comment" } }
          },
          "documentLayouts": { "<id>": { "typedDatabaseFirestore": { "a": "Int" } } }
        }
        """

    private static let models = """
        public import Foundation

        public struct Room {
            public var openedAt: Date
        }

        """

    @Test(arguments: Isolation.allCases, [nil, "Chat"])
    func generatedCodeCompiles(isolation: Isolation, root: String?) async throws {
        let generation = try Generation(Self.schema) { $0.root = root }
        let uses = """
            import TypedDatabaseFirestore
            import TypedPaths

            nonisolated func layout() -> TypedDatabaseFirestore.DocumentLayout {
                \(root ?? "Root").documents
            }

            """
        let result = try await Compiler().typecheck(
            [
                SwiftFile("Paths.swift", generation.code), SwiftFile("Models.swift", Self.models),
                SwiftFile("Uses.swift", uses),
            ], isolation: isolation)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    /// A thousand nodes are three lists of a few hundred texts.
    @Test func largeSchemasCompile() async throws {
        let collections = (1...125).map { number in
            """
            "rooms\(number)": {
              "<roomId\(number)>": {
                "title\(number)": "String", "openedAt\(number)": "Date",
                "messages\(number)": {
                  "<messageId\(number)>": {
                    "$name": "Message\(number)", "sentAt\(number)": "Date",
                    "replies\(number)": { "<replyId\(number)>": "Message\(number)" }
                  }
                }
              }
            }
            """
        }
        let generation = try Generation("{\(collections.joined(separator: ",\n"))}") {
            $0.firestore = true
        }
        let documents = try #require(generation.schema.documents)
        #expect(documents.collections.count == 375)
        let result = try await Compiler().typecheck([SwiftFile("Paths.swift", generation.code)])
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test func otherCodeImportsAndDeclaresNothing() throws {
        let schema = Self.schema.replacing("\"firestore\": true, ", with: "")
        let without = try Generation(schema).code
        #expect(!without.contains("Firestore.") && !without.contains("import TypedDatabase"))
        let with = try Generation(schema) { $0.firestore = true }.code
        let added = with.split(separator: "\n").difference(from: without.split(separator: "\n"))
        #expect(added.removals.isEmpty)
        #expect(added.insertions.count > 10)
    }

    /// Random schemas that are accepted compile, and their layouts have each place where the JSON says
    /// that it is.
    @Test func layoutsOfRandomSchemasLocateEachPlace() async throws {
        let seed = RandomSchemasTests.seed
        let count = Effort.times(200)
        var files: [SwiftFile] = []
        var schemas: [Schema] = []
        var jsons: [String: String] = [:]
        var placeCount = 0
        for number in 0..<count {
            let json = RandomSchema.documents(seed: seed &+ UInt64(number), suffix: "\(number)")
                .text
            let generation = try? Generation(json) {
                $0.firestore = true
                $0.root = "S\(number)"
            }
            guard let generation, let documents = generation.schema.documents else { continue }
            files.append(SwiftFile("S\(number).swift", generation.code))
            schemas.append(generation.schema)
            jsons["S\(number).swift"] = json
            let layout = DocumentLayout(
                collections: documents.collections, siblings: documents.siblings,
                times: documents.times,
                recurring: documents.recurring.map { (key: $0.pattern, value: $0.other) })
            for entry in try DocumentPaths.entries(in: json) {
                placeCount += 1
                let found = try layout.locate(entry.place)
                #expect(found == entry.location, "\(json)")
                #expect(layout.fields(at: entry.place).isTime == entry.isTime, "\(json)")
            }
        }
        #expect(schemas.count * 100 >= count * 50, "too few schemas are valid: \(schemas.count)")
        #expect(placeCount > count * 5)
        let result = try await Compiler().typecheck(files + [ModelStubs.file(for: schemas)])
        let wrong = jsons.filter { result.errors.contains("\($0.key):") }.map(\.value)
        #expect(result.errors == "", "\(wrong.joined(separator: "\n"))")
        #expect(result.status == 0)
    }
}
