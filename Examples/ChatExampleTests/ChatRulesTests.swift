import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules
import TypedPaths

@testable import ChatExample

@Suite struct ChatRulesTests {
    let store = MemoryEngine([
        "chatrooms": ["firechat": ["messages": ["m1": ["author": "ana", "text": "Hi"]]]]
    ])
    let room = Path().chatroom(ChatroomID(rawValue: "firechat"))

    /// The database as a user sees it; `nil` for nobody.
    func database(as user: RulesAuth?) throws -> TreeDatabase {
        let file = URL(fileURLWithPath: "ChatExample/database.rules.json")
        let rules = try SecurityRules(contentsOf: file)
        return TreeDatabase(RulesEngine(store, rules: rules, auth: user))
    }

    @Test func usersReadAndWriteInTheirOwnName() async throws {
        let ben = try database(as: .user("ben"))
        try await ben.add(Message(author: "ben", text: "Hello"), to: room.messages)
        #expect(try await ben.children(of: room.messages).get().count == 2)

        let forged = Message(author: "ana", text: "I resign")
        await #expect(throws: TreeDatabaseError.self) {
            try await ben.add(forged, to: room.messages)
        }
    }

    @Test func nobodyElseReads() async throws {
        let nobody = try database(as: nil)
        await #expect(throws: TreeDatabaseError.self) {
            try await nobody.children(of: room.messages).get()
        }
    }

    @Test func onlyAdministratorsRename() async throws {
        let admin = try database(as: .user("ana", claims: ["admin": true]))
        try await admin.set("Fire Chat", at: room.name)
        await #expect(throws: TreeDatabaseError.self) {
            try await database(as: .user("ben")).set("Ben's Chat", at: room.name)
        }
    }
}

// MARK: - The page about testing rules

extension ChatRulesTests {
    @Test func aMessageIsRemovedByItsAuthorOnly() async throws {
        let message = room.message(MessageID(rawValue: "m1"))
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await database(as: .user("ben")).remove(at: message)
        }
        try await database(as: .user("ana")).remove(at: message)
        #expect(store.value == nil)

        let page = try MarkdownPage("TestingRules.md")
        let explanation = try #require(page.blocks.first { $0.language == "text" })
        #expect("\(try #require(error))" == explanation.text.trimmingCharacters(in: .newlines))
    }

    @Test func thePageShowsTheseTestsAndRules() throws {
        let page = try MarkdownPage("TestingRules.md")
        let files = [
            "swift": "Examples/ChatExampleTests/ChatRulesTests.swift",
            "json": "Examples/ChatExample/database.rules.json",
        ]
        for (language, file) in files {
            let code = try Repository.text(of: file)
            let outdented = code.replacing("\n    ", with: "\n")
            let blocks = page.blocks.filter { $0.language == language }
            #expect(!blocks.isEmpty)
            for block in blocks {
                #expect(code.contains(block.text) || outdented.contains(block.text))
            }
        }
    }
}
