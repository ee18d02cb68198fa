import Foundation
import Testing

/// `--from`, `--models`, `--emit rules` and `--rules`: files, messages and exit statuses.
@Suite struct ImportCommandTests {
    private static let rules = """
        { "rules": { "rooms": { ".read": true, "$id": { "name": { ".validate": "newData.isString()" } } } } }
        """

    @Test func schemaGoesToStandardOutputAndNotesDoNot() async throws {
        let run = try await Command(["rules.json": Self.rules]).run("--from", "rules", "rules.json")
        #expect(
            run.output
                == "{ \"rooms\": { \"<roomId>\": { \"$type\": \"Room\", \"name\": \"String?\" } } }\n"
        )
        #expect(
            run.errors == """
                note: rooms: a schema has no place for .read and .write rules
                note: rooms/<roomId>: no field of the model is required: all are optional

                """)
        #expect(run.status == 0)
    }

    @Test(arguments: [
        ("rules", Self.rules), ("export", "{ \"rooms\": { \"a\": 1 } }"),
    ])
    func sourcesComeFromStandardInput(kind: String, input: String) async throws {
        let run = try await Command().run("--from", kind, "-", input: input)
        #expect(run.output.hasPrefix("{ \"rooms\": "))
        #expect(run.status == 0)
    }

    @Test func schemaAndModelsAreWritten() async throws {
        let command = try Command(["rules.json": Self.rules])
        let run = try await command.run(
            "--from", "rules", "rules.json", "-o", "schema.json", "--models", "Models.swift")
        #expect(run.output == "")
        #expect(run.status == 0)
        #expect(try command.folder.names == ["Models.swift", "rules.json", "schema.json"])
        #expect(try command.folder.read("Models.swift").contains("struct Room: Codable"))
        #expect(try await command.run("schema.json").status == 0)
    }

    @Test(arguments: ["schema.json", "Models.swift"])
    func filesThatExistAreNotWrittenOver(name: String) async throws {
        let command = try Command(["rules.json": Self.rules, name: "mine"])
        let run = try await command.run(
            "--from", "rules", "rules.json", "-o", "schema.json", "--models", "Models.swift")
        #expect(
            run.errors
                == "error: \(name) exists already, and what people changed there would be lost: "
                + "name another file, or remove that one\n")
        #expect(run.status == 64)
        #expect(try command.folder.read(name) == "mine")
        #expect(try command.folder.names == [name, "rules.json"].sorted())
    }

    @Test(arguments: [
        (
            "rules", "{ \"rules\": { \"a\": 1 } }",
            "input:1:19: error: expected an object with rules"
        ),
        ("export", "{ \"a\": [1, }", "input:1:12: error: unexpected '}'"),
        ("rules", "path /a is String", "input:1:1: error: "),
        ("export", "type A {}", "input:1:1: error: expected a value"),
    ])
    func errorsStandAtTheirPlacesAndNothingComesOut(
        kind: String, input: String, message: String
    ) async throws {
        let command = try Command(["input": input])
        let run = try await command.run(
            "--from", kind, "input", "-o", "schema.json", "--models", "Models.swift")
        #expect(run.errors.hasPrefix(message), "\(run.errors)")
        #expect(run.output == "")
        #expect(run.status == 1)
        #expect(try command.folder.names == ["input"])
    }

    @Test(arguments: [
        (
            ["--from", "rules"],
            "name a file, as in: generate-paths --from rules database.rules.json"
        ),
        (["--from", "rules", "a", "b"], "--from makes a schema of one file at a time"),
        (["--from", "xml", "a"], "--from is one of rules, export, not 'xml'"),
        (["--models", "a", "b"], "--models is for a schema that is made --from something"),
        (
            ["--rules", "a", "b"],
            "--rules adds to rules that exist, or shows them: it needs --emit rules, or --emit html"
        ),
        (
            ["--emit", "html", "--rules", "a", "-o", "a", "b"],
            "a has the rules to show, and would be overwritten"
        ),
        (["--data", "a", "b"], "--data is checked by rules, and needs --emit rules"),
        (
            ["--emit", "rules", "--rules", "-", "--data", "-", "a"],
            "standard input can be read once only"
        ),
        (
            ["--from", "rules", "a", "--emit", "tree"],
            "--from writes a schema; options for code are for when code is made of that"
        ),
    ])
    func commandLineCanBeWrong(arguments: [String], message: String) async throws {
        let run = try await Command().run(arguments)
        #expect(
            run.errors == "error: \(message)\nnote: see generate-paths --help for all options\n")
        #expect(run.status == 64)
    }

    @Test func missingFilesAreNoInput() async throws {
        for arguments in [
            ["--from", "rules", "missing"], ["--from", "export", "missing"],
        ] {
            let run = try await Command().run(arguments)
            #expect(run.errors == "error: can't read missing: No such file or directory\n")
            #expect(run.status == 66)
        }
    }

    @Test func rulesAreAddedInPlace() async throws {
        let command = try Command([
            "rules.json": Self.rules,
            "schema.json": #"{ "rooms": { "<id>": { "name": "String" } } }"#,
        ])
        let first = try await command.run(
            "schema.json", "--emit", "rules", "--rules", "rules.json", "-o", "rules.json")
        #expect(
            first.errors == """
                note: the root: added newData.hasChildren()
                note: rooms: added newData.hasChildren()
                note: rooms/$id: added newData.hasChildren()
                note: allowed, as before: other keys at the root and another place

                """)
        #expect(first.status == 0)
        let merged = try command.folder.read("rules.json")
        #expect(merged.contains("\".read\": true"))
        #expect(merged.contains("\".validate\": \"newData.hasChildren()\""))
        let check = try await command.run(
            "schema.json", "--emit", "rules", "--rules", "rules.json", "-o", "rules.json", "--check"
        )
        #expect(check.status == 0)
    }

    @Test func rulesWithoutAccessSaySo() async throws {
        let command = try Command(["schema.json": #"{ "a": "Int" }"#])
        let run = try await command.run("schema.json", "--emit", "rules")
        #expect(
            run.errors
                == "note: nobody may read or write by these rules until you add .read and .write\n")
        #expect(run.output.hasPrefix("{\n  \"rules\": {"))
        #expect(run.status == 0)
    }

    @Test(arguments: [["--emit", "rules"], ["--emit", "rules", "--rules", "base.json"]])
    func rulesThatExistAreNotWrittenOver(arguments: [String]) async throws {
        let command = try Command([
            "schema.json": #"{ "a": "Int" }"#, "base.json": Self.rules, "rules.json": Self.rules,
        ])
        let run = try await command.run(["schema.json", "-o", "rules.json"] + arguments)
        #expect(
            run.errors.hasSuffix(
                "error: rules.json exists already, and rules that people wrote there would be lost: "
                    + "add to them with --rules rules.json, or name another file\n"))
        #expect(run.status == 64)
        #expect(try command.folder.read("rules.json") == Self.rules)
        // A file may be written again with the same contents.
        #expect(
            try await command.run(["schema.json", "-o", "new.json"] + arguments).status == 0)
        #expect(
            try await command.run(["schema.json", "-o", "new.json"] + arguments).status == 0)
    }

    @Test func rulesAreAddedToThroughALink() async throws {
        let command = try Command(["schema.json": #"{ "a": "Int" }"#, "rules.json": Self.rules])
        try FileManager.default.createSymbolicLink(
            atPath: command.folder["link.json"].path, withDestinationPath: "rules.json")
        let run = try await command.run(
            "schema.json", "--emit", "rules", "--rules", "rules.json", "-o", "link.json")
        #expect(run.status == 0)
        #expect(try command.folder.read("rules.json").contains("\"a\": {"))
    }

    @Test func dataThatRulesRefuseIsAWarning() async throws {
        let users = (0..<25).map { "\"u\($0)\": { \"name\": 1 }" }.joined(separator: ",")
        let command = try Command([
            "schema.json": #"{ "rooms": { "<id>": { "name": "String" } } }"#,
            "rules.json": "{ \"rules\": {} }", "export.json": "{ \"rooms\": { \(users) } }",
            "bad.json": "{ \"rooms\": }",
        ])
        let run = try await command.run(
            "schema.json", "--emit", "rules", "--rules", "rules.json", "--data", "export.json")
        #expect(
            run.errors.hasPrefix(
                "warning: export.json: rooms/u0/name: a number, and the rules demand newData.isString()\n"
            ))
        #expect(run.errors.contains("warning: export.json: 5 more, which aren't shown\n"))
        #expect(run.output.contains("newData.isString()"))
        #expect(run.status == 0)
        let bad = try await command.run("schema.json", "--emit", "rules", "--data", "bad.json")
        #expect(bad.errors.hasPrefix("bad.json:1:12: error: "))
        #expect(bad.status == 1)
        #expect(bad.output == "")
    }

    @Test func rulesThatTheServiceRefusesAreWarnings() async throws {
        let command = try Command([
            "schema.json": #"{ "a": { "<k>": "String" } }"#,
            "rules.json": #"""
            { "rules": { "a": { "$k": {
              ".read": "data.children().length > 0",
              ".validate": "newData.isString() && \"x\" != $key"
            } } } }
            """#,
        ])
        for arguments in [
            ["--from", "rules", "rules.json"],
            ["schema.json", "--emit", "rules", "--rules", "rules.json"],
        ] {
            let run = try await command.run(arguments)
            #expect(
                run.errors.hasPrefix(
                    #"""
                    rules.json:2:13: warning: the service refuses these rules: No such method/property 'children'.
                    2 |   ".read": "data.children().length > 0",
                      |             ^~~~
                    rules.json:3:48: warning: the service refuses these rules: Unknown variable '$key'.
                    3 |   ".validate": "newData.isString() && \"x\" != $key"
                      |                                                ^~~~
                    note: the variables on the way to this place: $k

                    """#), "\(run.errors)")
            #expect(run.output.contains("a"))
            #expect(run.status == 0)
        }
    }

    @Test func rulesThatCanNotBeReadAreAnError() async throws {
        let command = try Command([
            "schema.json": #"{ "a": "Int" }"#, "rules.json": "{ \"rules\": 1 }",
        ])
        let run = try await command.run(
            "schema.json", "--emit", "rules", "--rules", "rules.json", "-o", "out.json")
        #expect(run.errors.hasPrefix("rules.json:1:12: error: expected an object with rules"))
        #expect(run.status == 1)
        #expect(try command.folder.names == ["rules.json", "schema.json"])
    }
}
