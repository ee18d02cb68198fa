/// The words of a command line that are still to be read.
///
/// ```swift
/// while let word = try words.next() {
///     switch word {
///     case .option("--port"): port = try words.value()
///     case .option("--deny"): isOpen = false
///     case .option(let name): throw UsageError("there is no option '\(name)'")
///     case .other(let text): files.append(text)
///     }
/// }
/// ```
///
/// The value of an option is the next word, or follows an equals sign: `--port 80`, `--port=80`. A
/// word that looks like an option is no value, and nor is an empty text, since both are mistakes that
/// would name files: `--file --deny`, `--file= --deny`. A lone `-` is a value.
package struct CommandWords {
    package enum Word {
        case option(String)
        case other(String)
    }

    private var rest: ArraySlice<String>
    /// The latest option.
    private var option = ""
    /// The text after the latest option's equals sign, until it is read.
    private var attached: String?
    private var hasOptions = true

    package init(_ words: some Sequence<String>) {
        rest = Array(words)[...]
    }

    /// Returns the arguments of this process.
    ///
    /// - Throws: `UsageError` also for an argument that isn't UTF-8: Swift would repair it, and so
    ///   refer to another file.
    package static func ofProcess() throws(UsageError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index],
                let word = String(validatingCString: bytes)
            else {
                throw UsageError("argument \(index) is not UTF-8; rename the file")
            }
            words.append(word)
        }
        return words
    }

    /// Reads the next word; `nil` at the end.
    ///
    /// - Throws: `UsageError` if the latest option has a value that was not read.
    package mutating func next() throws(UsageError) -> Word? {
        guard attached == nil else { throw UsageError("\(option) takes no value") }
        guard let word = rest.popFirst() else { return nil }
        guard hasOptions, Self.isOption(word) else { return .other(word) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        option = String(parts[0])
        attached = parts.count == 2 ? String(parts[1]) : nil
        return .option(option)
    }

    /// Reads the value of the latest option.
    ///
    /// - Throws: `UsageError` if it has none.
    package mutating func value() throws(UsageError) -> String {
        if let attached {
            self.attached = nil
            guard !attached.isEmpty else { throw UsageError("\(option) needs a value after '='") }
            return attached
        }
        guard let word = rest.first, !word.isEmpty else {
            throw UsageError("\(option) needs a value")
        }
        guard !Self.isOption(word) else {
            throw UsageError(
                "\(option) needs a value before '\(word)'; if that is one: \(option)=\(word)")
        }
        rest.removeFirst()
        return word
    }

    /// Reads the value of the latest option, which is the name of a case.
    ///
    /// - Throws: `UsageError` for another value, with the names of all cases.
    package mutating func choice<Choice: CaseIterable & RawRepresentable<String>>()
        throws(UsageError) -> Choice
    {
        try Self.choice(try value(), of: option)
    }

    /// Returns the case with a name.
    ///
    /// - Throws: `UsageError` for another name, with those of all cases.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, of option: String
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: name) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option) is one of \(choices), not '\(name)'")
        }
        return choice
    }

    /// Takes all following words for other words, as after `--`.
    package mutating func endOptions() {
        hasOptions = false
    }

    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word != "-"
    }
}

/// The error for an invalid command line, with a remedy.
package struct UsageError: Error {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
