import PathSchema

/// Emission of documentation and deprecation.
extension SwiftEmitter {
    func emitDocumentation(_ text: String?, indentation: String, to code: inout String) {
        guard let text else { return }
        emitComment(text, "///", indentation: indentation, to: &code)
    }

    func emitComment(
        _ text: String, _ slashes: String, indentation: String, to code: inout String
    ) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            code += indentation + slashes + (line.isEmpty ? "" : " ") + line + "\n"
        }
    }

    /// Returns the attribute of a deprecated member.
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
