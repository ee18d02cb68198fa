import PathSchema

/// The messages of a run on standard error, for people or for tools.
package struct Messages {
    enum Format: String, CaseIterable {
        case text, json
    }

    let format: Format

    /// The limit of errors in a run. The first errors often explain the others.
    private static let maximumCount = 100

    /// Returns the format that a command line asks for, even if the command line is otherwise
    /// invalid.
    static func format(in words: [String]) -> Format {
        let isJSON =
            words.contains("--diagnostics-format=json")
            || zip(words, words.dropFirst()).contains { $0 == ("--diagnostics-format", "json") }
        return isJSON ? .json : .text
    }

    /// Shows the diagnostics of a compilation, in document order.
    package func show(_ diagnostics: Diagnostics, of sources: [SourceText]) {
        let all = diagnostics.inDocumentOrder
        guard !all.isEmpty else { return }
        let shown = all.prefix(Self.maximumCount)
        switch format {
        case .text:
            let formatter = TextDiagnosticFormatter(
                sources: sources, usesColor: Terminal.takesColor)
            for diagnostic in shown { Terminal.print(formatter.format(diagnostic)) }
        case .json:
            let formatter = JSONDiagnosticFormatter(sources: sources)
            for diagnostic in shown { Terminal.print(formatter.format(diagnostic)) }
        }
        let rest = all.count - shown.count
        if rest > 0 {
            show("error", "and \(rest) more \(rest == 1 ? "error" : "errors"), which aren't shown")
        }
    }

    /// Shows an error in a file that isn't a schema.
    package func showError(
        _ message: String, in file: String, at place: (line: Int, column: Int)
    ) {
        switch format {
        case .text:
            let place = "\(Visible.text(file)):\(place.line):\(place.column)"
            Terminal.print("\(place): error: \(Visible.text(message))\n")
        case .json:
            Terminal.print(
                JSONDiagnosticFormatter.format(
                    severity: "error", message: message, file: file, at: place))
        }
    }

    /// Shows a message without a place in a schema.
    package func show(_ severity: String, _ message: String, file: String? = nil) {
        switch format {
        case .text:
            Terminal.print("\(severity): \(Visible.text(message))\n")
        case .json:
            Terminal.print(
                JSONDiagnosticFormatter.format(severity: severity, message: message, file: file))
        }
    }
}
