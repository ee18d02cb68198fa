/// An error or a warning about a schema: the finding, its place, and the accepted alternatives.
package struct Diagnostic: Sendable {
    package enum Severity: String, Sendable {
        /// Prevents code generation.
        case error
        /// Doesn't prevent code generation.
        case warning
        /// Asks for nothing.
        case note
    }

    /// An additional remark: the first of two places that clash, or a suggestion.
    package struct Note: Sendable {
        package let message: String
        /// The note's own place; `nil` if the note has the diagnostic's.
        package let range: SourceRange?

        package init(_ message: String, at range: SourceRange? = nil) {
            self.message = message
            self.range = range
        }
    }

    package let severity: Severity
    package let message: String
    package let range: SourceRange
    package let notes: [Note]

    package init(
        _ severity: Severity, _ message: String, at range: SourceRange, notes: [Note] = []
    ) {
        self.severity = severity
        self.message = message
        self.range = range
        self.notes = notes
    }
}

/// The diagnostics of all stages of a run, collected so that one run shows every error.
package struct Diagnostics: Sendable {
    private var reported: [Diagnostic] = []

    package private(set) var hasErrors = false

    package init() {}

    /// The number of diagnostics so far.
    var count: Int { reported.count }

    /// All diagnostics in document order; those at one place in the order of their reports.
    package var inDocumentOrder: [Diagnostic] {
        reported.enumerated()
            .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
            .map(\.element)
    }

    package mutating func report(_ diagnostic: Diagnostic) {
        reported.append(diagnostic)
        hasErrors = hasErrors || diagnostic.severity == .error
    }

    /// Reports an error with advice about the same place.
    package mutating func error(_ message: String, at range: SourceRange, advice: String...) {
        error(message, at: range, advice: advice)
    }

    mutating func error(_ message: String, at range: SourceRange, advice: [String]) {
        report(Diagnostic(.error, message, at: range, notes: advice.map { Diagnostic.Note($0) }))
    }

    package mutating func warning(_ message: String, at range: SourceRange, advice: String...) {
        let notes = advice.map { Diagnostic.Note($0) }
        report(Diagnostic(.warning, message, at: range, notes: notes))
    }

    /// Reports an error that results from two places together.
    package mutating func error(
        _ message: String, at range: SourceRange, and note: String, at other: SourceRange,
        advice: String...
    ) {
        let notes = [Diagnostic.Note(note, at: other)] + advice.map { Diagnostic.Note($0) }
        report(Diagnostic(.error, message, at: range, notes: notes))
    }
}
