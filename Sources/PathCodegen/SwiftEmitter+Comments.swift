import PathSchema

/// Documentation and deprecation.
extension SwiftEmitter {
    func documentation(_ text: String?, indentation: String) -> String {
        guard let text else { return "" }
        return comment(text, "///", indentation: indentation)
    }

    func comment(_ text: String, _ slashes: String, indentation: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { line in
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            return indentation + slashes + (line.isEmpty ? "" : " ") + line + "\n"
        }
        .joined()
    }

    /// The attribute of a deprecated member.
    func attribute(deprecating message: String) -> String {
        let literal = SwiftLiteral.quoted(message)
        let line = "    @available(*, deprecated, message: \(literal))\n"
        if Lines.fit(line) { return line }
        let argument = "        message: \(literal)\n"
        return "    @available(\n        *,\n        deprecated,\n"
            + (Lines.fit(argument) ? argument : "        message:\n            \(literal)\n")
            + "    )\n"
    }
}
