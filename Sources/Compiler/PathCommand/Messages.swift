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
        let texts =
            switch format {
            case .text:
                shown.map(
                    TextDiagnosticFormatter(
                        sources: sources, usesColor: Files.standardErrorTakesColor
                    ).format)
            case .json: shown.map(JSONDiagnosticFormatter(sources: sources).format)
            }
        Files.writeToStandardError(texts.joined())
        let rest = all.count - shown.count
        if rest > 0 {
            show("error", "and \(rest) more \(rest == 1 ? "error" : "errors"), which aren't shown")
        }
    }

    /// Shows a message about a file that isn't a schema.
    package func show(
        _ severity: String, _ message: String, in file: String, at place: (line: Int, column: Int)
    ) {
        switch format {
        case .text:
            let place = "\(Visible.text(file)):\(place.line):\(place.column)"
            Files.writeToStandardError("\(place): \(severity): \(Visible.text(message))\n")
        case .json:
            Files.writeToStandardError(
                JSONDiagnosticFormatter.format(
                    severity: severity, message: message, file: file, at: place))
        }
    }

    /// Shows a message without a place in a schema.
    package func show(_ severity: String, _ message: String, file: String? = nil) {
        switch format {
        case .text:
            Files.writeToStandardError("\(severity): \(Visible.text(message))\n")
        case .json:
            Files.writeToStandardError(
                JSONDiagnosticFormatter.format(severity: severity, message: message, file: file))
        }
    }
}
