import Testing

/// The members that are kept for former keys compile, whatever the new key is.
@Suite struct FormerMembersTests {
    /// In a literal, characters that Unicode doesn't assign would be escaped.
    @Test(arguments: ["\u{123CF}\u{12B40}", "été", "default"])
    func membersOfFormerKeysCompile(key: String) async throws {
        let generation = try Generation(
            #"{ "\#(key)": { "$was": "olds", "<id>": { "x": "Int" } } }"#)
        let result = try await Compiler().typecheck([SwiftFile("Paths.swift", generation.code)])
        #expect(result.errors == "")
        #expect(generation.code.contains("renamed: \"\(key)\""))
    }
}
