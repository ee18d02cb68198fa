extension Benchmark {
    /// A data export, which is read completely to make a schema.
    static let importExport = Benchmark(
        name: "import-export", summary: "a schema of a data export, against JSONSerialization"
    ) { session in
        let sizes = session.isQuick ? [1, 10] : [10, 100]
        let folder = session.folder
        let exports = try sizes.map { size in
            try folder.write(ChatExport(size: size * 1_000_000).json, to: "export-\(size).json")
        }
        let reader = try readerProgram(in: folder)
        let generator = try Generator(.release)
        let imports = exports.map { export in
            var command = generator.command([
                "--from", "export", export, "--models", "/dev/null",
            ])
            command.isSilent = true
            return command
        }
        let results = try session.measure(
            rounds: 5,
            imports.map { Trial(run: $0.run) }
                + [Trial(run: Command(reader, [exports[1]]).run)])
        let (small, large, other) = (results[0], results[1], results[2])
        return [
            Figure("\(sizes[0]) MB", small.time),
            Figure("\(sizes[1]) MB", large.time),
            Figure("JSONSerialization, \(sizes[1]) MB", other.time),
            Figure(
                "\(sizes[1]) MB ÷ JSONSerialization", large.time / other.time, .ratio, .atMost(1.5)),
            Figure("memory for \(sizes[1]) MB", large.peakMemory, .bytes),
            Figure(
                "memory for \(sizes[1]) MB ÷ for \(sizes[0]) MB",
                large.peakMemory / small.peakMemory,
                .ratio, .atMost(1.3)),
        ]
    }

    /// Returns a program that only reads a file, as Foundation does.
    private static func readerProgram(in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(
            """
            import Foundation

            let file = URL(fileURLWithPath: CommandLine.arguments[1])
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            precondition(object is [String: Any])

            """, to: "main.swift")
        let program = folder["reader"]
        try Toolchain.swiftc(["-O", source, "-o", program]).run()
        return program
    }
}

// MARK: - An export

/// A synthetic export: messages by chatroom, each with a dozen values, and their authors.
///
/// The same size gives the same text on every machine.
struct ChatExport {
    /// The approximate number of bytes.
    let size: Int

    private static let messagesPerRoom = 200
    private static let bytesPerMessage = 250

    /// The export, in parts.
    var json: some Sequence<String> {
        let rooms = max(1, size / Self.bytesPerMessage / Self.messagesPerRoom)
        return (0..<rooms + 1).lazy.map { room in
            room == rooms ? Self.users : Self.messages(of: room)
        }
    }

    private static func messages(of room: Int) -> String {
        let messages = (0..<messagesPerRoom).map { index in
            let number = room * messagesPerRoom + index
            let text = String(repeating: "text ", count: 4 + number % 20)
            return """
                "\(key(number))": { "author": "\(user(number % 500))", "text": "\(text)", \
                "sentAt": \(1_524_787_200_000 + number), "likes": \(number % 50), \
                "score": \(Double(number % 1_000) / 8), "isEdited": \(number % 7 == 0), \
                "tags": { "swift": true, "news": true }, "client": { "name": "ios", "version": 3 } }
                """
        }
        let beginning = room == 0 ? "{ \"messages\": {\n" : ",\n"
        return "\(beginning)\"\(key(-1 - room))\": { \(messages.joined(separator: ",\n")) }"
    }

    private static var users: String {
        let users = (0..<500).map { "\"\(user($0))\": { \"name\": \"user \($0)\" }" }
        return "}, \"users\": { \(users.joined(separator: ", ")) } }\n"
    }

    /// Returns a key like Firebase's push IDs: 20 characters that begin with a dash.
    private static func key(_ number: Int) -> String {
        "-L" + letters(UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15, count: 18)
    }

    /// Returns a key like Firebase's user IDs: 28 letters and digits.
    private static func user(_ number: Int) -> String {
        "aB3" + letters(UInt64(number + 1) &* 0xBF58_476D_1CE4_E5B9, count: 25)
    }

    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHIJKMNPQRSTUVWXYZ23456789")

    private static func letters(_ seed: UInt64, count: Int) -> String {
        var state = seed
        return String(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            })
    }
}
