import Testing

/// The purpose of typed paths: mistakes don't compile, and the compiler says why.
@Suite struct MisuseTests {
    @Test func mistakesDoNotCompile() async throws {
        let differences = try await PageProgram.differences(inPage: Self.page)
        #expect(differences == [])
    }

    /// The calls that are right are the control.
    private static let page = """
        ```json
        {
          "configuration": "Configuration",
          "chatrooms": {
            "<chatroomId: ChatroomID>": {
              "messages": { "<messageId: MessageID>": "Message" },
              "name": "String"
            }
          },
          "friends": { "<userId: UserID>": { "<friendId: UserID>": "Bool" } }
        }
        ```

        ```swift
        import TypedPaths

        struct Configuration {}
        struct Message {}
        func configure(_ path: Path<Configuration>) {}
        func read(_ path: Path<Message>) {}
        func list(_ path: Path<Message>.KeyedCollection<MessageID>) {}
        func know(_ path: Path<Bool>) {}
        let room = ChatroomID("r")
        let message = MessageID("m")
        let user = UserID("u")
        ```

        ```swift
        Path().chatroom(room).message(message)    // Path<Message>, chatrooms/r/messages/m
        Path().chatroom(room).messages            // Path<Message>.KeyedCollection<MessageID>, chatrooms/r/messages
        Path().friend(user, friendId: user)       // Path<Bool>, friends/u/u
        ```

        A child that the schema lacks:

        ```swift
        Path().chatroms                           // error: value of type 'Path<Root>' has no member 'chatroms'
        Path().chatroom(room).configuration       // error: property 'configuration' requires the types 'Chatroom' and 'Root' be equivalent
        Path().configuration.messages             // error: property 'messages' requires the types 'Configuration' and 'Chatroom' be equivalent
        Path().configuration.child("key")         // error: value of type 'Path<Configuration>' has no member 'child'
        ```

        A collection that is called:

        ```swift
        Path().chatrooms(room)                    // error: 'callAsFunction' is unavailable: an element has an accessor in the singular, user(_:) for users, and is at child(_:)
        Path().friends(user).child(user)          // error: 'callAsFunction' is unavailable: an element has an accessor in the singular, user(_:) for users, and is at child(_:)
        Path().chatroom(room).messages("m1")      // error: 'callAsFunction' is unavailable: an element has an accessor in the singular, user(_:) for users, and is at child(_:)
        ```

        A value of another type:

        ```swift
        configure(Path().chatroom(room).message(message))  // error: cannot convert value of type 'Path<Message>' to expected argument type 'Path<Configuration>'
        read(Path().chatroom(room).messages)      // error: cannot convert value of type 'Path<Message>.KeyedCollection<MessageID>' to expected argument type 'Path<Message>'
        list(Path().chatroom(room).message(message))  // error: cannot convert value of type 'Path<Message>' to expected argument type 'Path<Message>.KeyedCollection<MessageID>'
        know(Path().friend(user))                 // error: cannot convert value of type 'Path<Bool>.KeyedCollection<UserID>' to expected argument type 'Path<Bool>'
        ```

        A path from nowhere:

        ```swift
        Path<Message>("some/string")              // error: cannot convert value of type 'String' to expected argument type 'PathLocation'
        PathLocation("some", "string")            // error: 'PathLocation' initializer is inaccessible due to 'internal' protection level
        Path<Message>()                           // error: referencing initializer 'init()' on 'Path' requires the types 'Message' and 'Root' be equivalent
        ```

        A key of another collection:

        ```swift
        Path().chatroom("firechat")               // error: cannot convert value of type 'String' to expected argument type 'ChatroomID'
        Path().chatroom(message)                  // error: cannot convert value of type 'MessageID' to expected argument type 'ChatroomID'
        Path().chatrooms.child(message)           // error: cannot convert value of type 'MessageID' to expected argument type 'ChatroomID'
        Path().friends.child(user).child(message) // error: cannot convert value of type 'MessageID' to expected argument type 'UserID'
        Path().friend(user, friendId: "friend")   // error: cannot convert value of type 'String' to expected argument type 'UserID'
        ```
        """
}
