import TestSupport
import Testing

/// `generate-paths diff`: its arguments, output and exit statuses.
@Suite struct DiffCommandTests {
    private static let files = [
        "old.json": #"{"a": "Int", "b": {"x": "String"}}"#,
        "new.json": #"{"a": "String", "b": {"x": "String?", "y": "Int"}}"#,
        "same.json": #"{"b": {"x": "String"}, "a": "Int"}"#,
        "rooms.json": #"{"a": "Int"}"#, "users.json": #"{"b": {"x": "String"}}"#,
        "bad.json": #"{"a": "class"}"#,
    ]

    private static let all = """
        breaking   data     a    Int → String: stored values don't decode
        breaking   clients  a    Int → String: shipped apps can't decode new values
        breaking   source   a    `a`: Path<Int> → Path<String>: code that uses the type doesn't compile
        breaking   source   b/x  `x`: Path<String> → Path<String?>: code that uses the type doesn't compile
        dangerous  rules    a    Int → String: writes of shipped apps are refused
        dangerous  clients  b/x  String → String?: shipped apps may require it
        safe                b/y  added

        """

    @Test func changesArePrintedWithTheMostSevereFirst() async throws {
        let run = try await Command(Self.files).run("diff", "old.json", "new.json")
        #expect(run.output == Self.all)
        #expect(run.errors.hasPrefix("error: 4 changes fail"))
        #expect(run.status == 1)
    }

    private static let statuses: [(arguments: String, status: Int32)] = [
        ("old.json same.json", 0), ("old.json new.json --fail-on never", 0),
        ("old.json new.json --for=rules", 0),
        ("old.json new.json --for=rules --fail-on=dangerous", 1),
        ("old.json new.json --for data,source", 1), ("rooms.json,users.json old.json", 0),
        ("same.json rooms.json,users.json", 0), ("--help", 0), ("old.json", 64), ("", 64),
        ("old.json new.json --fail-on safe", 64), ("old.json new.json --for apps", 64),
        ("old.json new.json --accept", 64), ("old.json new.json --nothing", 64), ("- -", 64),
        ("old.json new.json --for=", 64), ("old.json new.json --for ,", 64),
        ("old.json new.json --accept --help", 64), ("old.json new.json --help=no", 64),
        ("old.json missing.json", 66), ("old.json new.json --accept missing", 66),
        ("old.json bad.json", 1), ("bad.json old.json", 1),
    ]

    @Test(arguments: statuses)
    func exitStatusTells(arguments: String, status: Int32) async throws {
        let run = try await Command(Self.files)
            .run(["diff"] + arguments.split(separator: " ").map(String.init))
        #expect(run.status == status, "\(run.output)\(run.errors)")
        #expect(run.errors.isEmpty == (status == 0), "\(run.errors)")
    }

    @Test func oldSchemaCanBeStandardInput() async throws {
        let run = try await Command(Self.files)
            .run(["diff", "-", "new.json"], input: #"{"a": "Int", "b": {"x": "String"}}"#)
        #expect(run.output == Self.all)
    }

    @Test func eachOldSchemaIsCompared() async throws {
        let run = try await Command(Self.files)
            .run("diff", "old.json", "rooms.json", "same.json", "--for", "data")
        #expect(
            run.output == """
                compared with old.json:
                compared with rooms.json:
                safe                b  added

                """)
    }

    @Test func acceptedLinesDoNotFailAndUnusedOnesWarn() async throws {
        let command = try Command(Self.files)
        let lines = Self.all.split(separator: "\n")
        let accepted =
            "# agreed on\n\n" + lines.prefix(3).joined(separator: "\n") + "\nbreaking gone\n"
        try command.folder.write(accepted, to: "accepted.txt")
        let run = try await command.run(
            "diff", "old.json", "new.json", "--accept", "accepted.txt")
        #expect(run.output == lines.dropFirst(3).map { "\($0)\n" }.joined())
        #expect(
            run.errors == """
                warning: line 6 of accepted.txt no longer happens: breaking gone
                error: 1 change fails; --accept takes a file with the lines that are agreed on

                """)
        try command.folder.write(accepted + lines[3], to: "accepted.txt")
        let second = try await command.run(
            "diff", "old.json", "new.json", "--accept", "accepted.txt")
        #expect(second.status == 0)
        let rules = try await command.run(
            "diff", "old.json", "new.json", "--accept", "accepted.txt", "--for", "rules")
        #expect(
            rules.errors == "warning: line 6 of accepted.txt no longer happens: breaking gone\n")
    }

    @Test func possibleRenamesAreNoted() async throws {
        let command = try Command(["old.json": #"{"a": "Int"}"#, "new.json": #"{"c": "Int"}"#])
        let run = try await command.run("diff", "old.json", "new.json", "--fail-on", "never")
        #expect(
            run.errors == #"note: if 'a' became 'c' at /, "$was": "a" in 'c' says so"# + "\n")
    }

    @Test func helpFitsAScreen() async throws {
        let help = try await Command().run("diff", "--help").output
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func pluginToolDoesNotCompare() async throws {
        let folder = try TemporaryFolder()
        let run = try await Subprocess.run(
            Products.program("generate-paths-plugin-tool"), ["diff", "a.json", "b.json"],
            in: folder.url)
        #expect(run.status == 64)
    }
}
