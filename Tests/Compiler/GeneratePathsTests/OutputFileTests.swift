import Foundation
import TestSupport
import Testing

/// `--output` and `--check`: when a file is written, and what of it is kept.
@Suite struct OutputFileTests {
    private static let schema = #"{ "name": "String" }"#
    private static let longAgo = Date(timeIntervalSince1970: 1_000_000_000)

    private let command: Command
    private let code: String

    init() throws {
        command = try Command(["schema.json": Self.schema])
        code = try Generation(Self.schema, from: "schema.json").code
    }

    private var folder: TemporaryFolder { command.folder }

    private func generate(_ arguments: String...) async throws -> Subprocess {
        try await command.run(["schema.json", "--output", "Paths.swift"] + arguments)
    }

    private func setModificationDate() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Self.longAgo], ofItemAtPath: folder["Paths.swift"].path)
    }

    private var modificationDate: Date? {
        get throws {
            try FileManager.default.attributesOfItem(atPath: folder["Paths.swift"].path)[
                .modificationDate] as? Date
        }
    }

    @Test func codeGoesToTheFile() async throws {
        let run = try await generate()
        #expect(try folder.read("Paths.swift") == code)
        #expect(run.output == "")
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(try folder.names == ["Paths.swift", "schema.json"])
    }

    @Test func fileThatIsUpToDateKeepsItsDate() async throws {
        _ = try await generate()
        try setModificationDate()
        #expect(try await generate().status == 0)
        #expect(try modificationDate == Self.longAgo)
    }

    @Test func fileThatIsOutOfDateIsReplaced() async throws {
        try folder.write("// old", to: "Paths.swift")
        try setModificationDate()
        #expect(try await generate().status == 0)
        #expect(try folder.read("Paths.swift") == code)
        #expect(try modificationDate != Self.longAgo)
        #expect(try folder.names == ["Paths.swift", "schema.json"])
    }

    /// A reader that has the old file open can read it to its end.
    @Test func fileIsReplacedAtOnce() async throws {
        try folder.write("// old", to: "Paths.swift")
        let reader = try FileHandle(forReadingFrom: folder["Paths.swift"])
        _ = try await generate()
        #expect(try reader.readToEnd() == Data("// old".utf8))
        #expect(try folder.read("Paths.swift") == code)
    }

    @Test func fileKeepsItsPermissions() async throws {
        try folder.write("// old", to: "Paths.swift")
        let path = folder["Paths.swift"].path
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        _ = try await generate()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func targetOfALinkIsReplaced() async throws {
        try folder.write("// old", to: "Target.swift")
        let link = folder["Paths.swift"].path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "Target.swift")
        _ = try await generate()
        #expect(try folder.read("Target.swift") == code)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Target.swift")
    }

    @Test func missingTargetOfALinkIsCreated() async throws {
        let link = folder["Paths.swift"].path
        try folder.makeFolder("Generated")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "Generated/Target.swift")
        #expect(try await generate().status == 0)
        #expect(try folder.read("Generated/Target.swift") == code)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link)
                == "Generated/Target.swift")
    }

    @Test func linkThatLeadsNowhereIsAnError() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder["Paths.swift"].path, withDestinationPath: "Paths.swift")
        let run = try await generate()
        #expect(
            run.errors == "error: can't write Paths.swift: Too many levels of symbolic links\n")
        #expect(run.status == 74)
    }

    @Test func dashIsStandardOutput() async throws {
        let run = try await command.run(["schema.json", "--output", "-"])
        #expect(run.output == code)
        #expect(try folder.names == ["schema.json"])
    }

    @Test func checkOfAFolderSaysWhatItIs() async throws {
        try folder.makeFolder("Paths.swift")
        let run = try await generate("--check")
        #expect(run.errors == "error: can't read Paths.swift: Is a directory\n")
        #expect(run.status == 1)
    }

    @Test func fileIsLeftAloneIfTheSchemaHasErrors() async throws {
        try folder.write(#"{ "name": "Str ing" }"#, to: "schema.json")
        try folder.write("// old", to: "Paths.swift")
        #expect(try await generate().status == 1)
        #expect(try folder.read("Paths.swift") == "// old")
        #expect(try folder.names == ["Paths.swift", "schema.json"])
    }

    @Test func checkPassesIfTheFileIsUpToDate() async throws {
        _ = try await generate()
        let run = try await generate("--check")
        #expect(run.errors == "")
        #expect(run.output == "")
        #expect(run.status == 0)
    }

    @Test func checkFailsAndWritesNothingIfTheFileIsOutOfDate() async throws {
        try folder.write("// old", to: "Paths.swift")
        let run = try await generate("--check")
        #expect(
            run.errors
                == "error: Paths.swift is not up to date; generate it again without --check\n")
        #expect(run.status == 1)
        #expect(try folder.read("Paths.swift") == "// old")
    }

    @Test func checkFailsAndWritesNothingIfThereIsNoFile() async throws {
        let run = try await generate("--check")
        #expect(run.errors == "error: can't read Paths.swift: No such file or directory\n")
        #expect(run.status == 1)
        #expect(try folder.names == ["schema.json"])
    }
}
