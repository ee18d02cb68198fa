import Foundation
import TestSupport
import Testing

/// The purpose of typed paths: mistakes don't compile, and the compiler says why.
@Suite struct MisuseTests {
    private static let schema = """
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
        """

    /// A line of a function, and what the compiler is to say about it; `nil` if nothing.
    struct Line: Sendable, CustomTestStringConvertible {
        let code: String
        let message: String?

        var testDescription: String { code }
    }

    static let lines = [
        // The control: these are right.
        Line(code: "configure(Path().configuration)", message: nil),
        Line(code: "read(Path().chatroom(chatroom).message(message))", message: nil),
        Line(code: "list(Path().chatroom(chatroom).messages)", message: nil),
        Line(code: "_ = Path().friend(user, friendId: user)", message: nil),

        // A child that the schema lacks.
        Line(
            code: "_ = Path().chatroms",
            message: "value of type 'Path<Root>' has no member 'chatroms'"),
        Line(
            code: "_ = Path().chatroom(chatroom).configuration",
            message:
                "property 'configuration' requires the types 'Chatroom' and 'Root' be equivalent"
        ),
        Line(
            code: "_ = Path().configuration.messages",
            message:
                "property 'messages' requires the types 'Configuration' and 'Chatroom' be equivalent"
        ),
        Line(
            code: "_ = Path().configuration.child(\"key\")",
            message: "value of type 'Path<Configuration>' has no member 'child'"),

        // A collection that is called.
        Line(
            code: "_ = Path().chatrooms(chatroom)",
            message: "'callAsFunction' is unavailable: an element has an accessor in the singular, "
                + "user(_:) for users, and is at child(_:)"),
        Line(
            code: "_ = Path().friends(user).child(user)",
            message: "'callAsFunction' is unavailable"),
        Line(
            code: "_ = Path().chatroom(chatroom).messages(\"m1\")",
            message: "'callAsFunction' is unavailable"),

        // A value of another type.
        Line(
            code: "configure(Path().chatroom(chatroom).message(message))",
            message: "cannot convert value of type 'Path<Message>' to expected argument type "
                + "'Path<Configuration>'"),
        Line(
            code: "read(Path().chatroom(chatroom).messages)",
            message:
                "cannot convert value of type 'Path<Message>.KeyedCollection<MessageID>' to expected argument "
                + "type 'Path<Message>'"),
        Line(
            code: "list(Path().chatroom(chatroom).message(message))",
            message: "cannot convert value of type 'Path<Message>' to expected argument type "
                + "'Path<Message>.KeyedCollection<MessageID>'"),
        Line(
            code: "let path: Path<Bool> = Path().friend(user)",
            message:
                "cannot convert value of type 'Path<Bool>.KeyedCollection<UserID>' to specified type "
                + "'Path<Bool>'"),

        // A path from nowhere.
        Line(
            code: "_ = Path<Message>(\"some/string\")",
            message: "cannot convert value of type 'String' to expected argument type "
                + "'PathLocation'"),
        Line(code: "_ = PathLocation(\"some/string\")", message: "initializer is inaccessible"),
        Line(
            code: "_ = Path<Message>()",
            message: "referencing initializer 'init()' on 'Path' requires the types 'Message' and "
                + "'Root' be equivalent"),

        // A key of another collection.
        Line(
            code: "_ = Path().chatroom(\"firechat\")",
            message: "cannot convert value of type 'String' to expected argument type 'ChatroomID'"),
        Line(
            code: "_ = Path().chatroom(message)",
            message: "cannot convert value of type 'MessageID' to expected argument type "
                + "'ChatroomID'"),
        Line(
            code: "_ = Path().chatrooms.child(message)",
            message: "cannot convert value of type 'MessageID' to expected argument type "
                + "'ChatroomID'"),
        Line(
            code: "_ = Path().friends.child(user).child(message)",
            message: "cannot convert value of type 'MessageID' to expected argument type "
                + "'UserID'"),
        Line(
            code: "_ = Path().friend(user, friendId: \"friend\")",
            message: "cannot convert value of type 'String' to expected argument type 'UserID'"),
    ]

    private static let head = """
        import TypedPaths

        func configure(_ path: Path<Configuration>) {}
        func read(_ path: Path<Message>) {}
        func list(_ path: Path<Message>.KeyedCollection<MessageID>) {}


        """

    @Test(arguments: lines.indices)
    func compilerSaysWhatIsWrong(index: Int) async throws {
        let line = Self.lines[index]
        let errors = try await Self.errors.value[index, default: []]
        if let message = line.message {
            #expect(errors.contains { $0.contains(message) }, "\(line.code)")
        } else {
            #expect(errors == [], "\(line.code)")
        }
    }

    /// The errors of each line, from one run of the compiler.
    private static let errors = Task {
        let generation = try Generation(schema)
        let functions = lines.indices.map { index in
            "func line\(index)(chatroom: ChatroomID, message: MessageID, user: UserID) "
                + "{ \(lines[index].code) }\n"
        }
        let result = try await Compiler().typecheck([
            SwiftFile("Paths.swift", generation.code),
            ModelStubs.file(for: [generation.schema]),
            SwiftFile("Client.swift", head + functions.joined()),
        ])
        let headCount = head.count { $0 == "\n" }
        var errors: [Int: [String]] = [:]
        for line in result.errors.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 4).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 5, parts[3] == "error" else { continue }
            guard parts[0] == "Client.swift" else { throw NotFound(description: result.errors) }
            if let number = Int(parts[1]) {
                errors[number - headCount - 1, default: []].append(parts[4])
            }
        }
        return errors
    }
}
