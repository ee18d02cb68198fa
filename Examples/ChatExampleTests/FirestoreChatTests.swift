import Foundation
import TestSupport
import Testing
import TypedDatabaseFirestore

/// The chat, as people run it, in Firestore.
@Suite(.enabled(if: FirestoreEngine.emulatorHost != nil)) struct FirestoreChatTests {
    @Test(.timeLimit(.minutes(5))) func messagesAreInFirestore() async throws {
        let project = "chat-\(UUID().uuidString.lowercased())"
        _ = try await chat(["--firestore", project, "say", "first"])
        let watch = try RunningProgram(
            Products.program("ChatExample"), ["--firestore", project, "watch"])
        defer { watch.kill() }
        #expect(await watch.nextLine() == "\(NSUserName()): first")
        _ = try await chat(["--firestore", project, "say", "second"])
        #expect(await watch.nextLine() == "\(NSUserName()): second")
        let log = try await chat(["--firestore", project, "log"])
        #expect(log == "\(NSUserName()): first\n\(NSUserName()): second\n")
    }

    private func chat(_ arguments: [String]) async throws -> String {
        let run = try await Subprocess.run(Products.program("ChatExample"), arguments)
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }
}
