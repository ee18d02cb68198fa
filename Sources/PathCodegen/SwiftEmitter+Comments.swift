import PathSchema

/// Documentation and deprecation.
extension SwiftEmitter {
    mutating func emitDocumentation(_ text: Name?, indentation: Fragment) {
        guard let text else { return }
        emitComment(schema[text], "///", indentation: indentation)
    }

    mutating func emitComment(_ text: String, _ slashes: Fragment, indentation: Fragment) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            code.write(indentation, slashes, line.isEmpty ? "" : " ")
            code.write(String(line), "\n")
        }
    }

    mutating func emitDeprecation(_ message: Name?) {
        guard let message else { return }
        let literal = SwiftLiteral.quoted(schema[message])
        let start = code.count
        code.write("    @available(*, deprecated, message: ", literal, ")\n")
        if code.fits(from: start) { return }
        code.removeAll(from: start)
        code.write("    @available(\n        *,\n        deprecated,\n")
        let argument = code.count
        code.write("        message: ", literal, "\n")
        if !code.fits(from: argument) {
            code.removeAll(from: argument)
            code.write("        message:\n            ", literal, "\n")
        }
        code.write("    )\n")
    }
}
