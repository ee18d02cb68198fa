import TestSupport
import Testing

/// Accessors with typed keys take no other keys, however deep the collection is.
@Suite struct TypedKeysTests {
    private static let page = """
        ```json
        {
          "reactions": { "<postId: PostID>": { "<userId: UserID>": { "<emoji>": "Bool" } } },
          "<tenantId: TenantID>": { "limits": { "count": "Int", "<userId: UserID>": "Int" } },
          "years": { "<year: Int>": "Report" },
          "drafts": { "<postId: Keys.DraftID>": "Draft" }
        }
        ```

        ```swift
        Path().reaction(PostID("p"))                             // Path<Path<Bool>.Collection>.KeyedCollection<UserID>, reactions/p
        Path().reaction(PostID("p"), userId: UserID("u"))                // Path<Bool>.Collection, reactions/p/u
        Path().reaction(PostID("p"), userId: UserID("u"), emoji: "x")           // Path<Bool>, reactions/p/u/x
        Path().child(TenantID("t")).limits.child(UserID("u"))    // Path<Int>, t/limits/u
        Path().year(1)                                           // Path<Report>, years/1
        Path().draft(Keys.DraftID("d"))                          // Path<Draft>, drafts/d
        Path().reaction("p")                                     // error: cannot convert value of type 'String' to expected argument type 'PostID'
        Path().reaction(UserID("u"))                             // error: cannot convert value of type 'UserID' to expected argument type 'PostID'
        Path().reaction(PostID("p"), userId: "u")                        // error: cannot convert value of type 'String' to expected argument type 'UserID'
        Path().reaction(PostID("p"), userId: PostID("p"))                // error: cannot convert value of type 'PostID' to expected argument type 'UserID'
        Path().reaction(PostID("p"), userId: "u", emoji: "x")                   // error: cannot convert value of type 'String' to expected argument type 'UserID'
        Path().reaction(PostID("p"), userId: UserID("u"), emoji: UserID("x"))   // error: cannot convert value of type 'UserID' to expected argument type 'String'
        Path().child("t")                                        // error: cannot convert value of type 'String' to expected argument type 'TenantID'
        Path().child(TenantID("t")).limits.child("u")            // error: cannot convert value of type 'String' to expected argument type 'UserID'
        Path().year("1")                                         // error: cannot convert value of type 'String' to expected argument type 'Int'
        Path().drafts.child(PostID("p"))                         // error: cannot convert value of type 'PostID' to expected argument type 'Keys.DraftID'
        Path().draft("d")                                        // error: cannot convert value of type 'String' to expected argument type 'Keys.DraftID'
        ```
        """

    @Test func accessorsTakeTheirOwnKeysAlone() async throws {
        let differences = try await PageProgram.differences(inPage: Self.page)
        #expect(differences == [])
    }

    /// Members of many types are declared in a protocol's extension, and no less strict.
    @Test func accessorsThatManyTypesHaveTakeTheirOwnKeysAlone() async throws {
        let schema = LargeSchema(featureCount: 40).text
        let text = """
            ```json
            \(schema)
            ```

            ```swift
            Path().feature5.note(NoteID("n")).text  // Path<String>, feature5/notes/n/text
            Path().feature5.note("n")               // error: cannot convert value of type 'String' to expected argument type 'NoteID'
            ```
            """
        let differences = try await PageProgram.differences(inPage: text)
        #expect(differences == [])
    }
}
