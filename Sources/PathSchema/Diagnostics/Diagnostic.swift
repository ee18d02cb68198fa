/// Something a person must know about a schema: what was found, where, and what would be accepted.
package struct Diagnostic: Sendable {
    package enum Severity: String, Sendable {
        /// Nothing is generated.
        case error
        /// The code is generated all the same.
        case warning
    }

    /// An addition that helps: the first of two places that clash, or a suggestion.
    package struct Note: Sendable {
        package let message: String
        /// `nil` for advice that belongs to no other place than the diagnostic's own.
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

/// The reports of all stages of a run, collected so that one run shows everything.
package struct Diagnostics: Sendable {
    private var reported: [Diagnostic] = []

    package private(set) var hasErrors = false

    package init() {}

    /// How many there are so far.
    var count: Int { reported.count }

    /// All diagnostics in document order; at one place, in the order they were reported.
    package var inDocumentOrder: [Diagnostic] {
        reported.enumerated()
            .sorted { ($0.element.range, $0.offset) < ($1.element.range, $1.offset) }
            .map(\.element)
    }

    package mutating func report(_ diagnostic: Diagnostic) {
        reported.append(diagnostic)
        hasErrors = hasErrors || diagnostic.severity == .error
    }

    /// Reports an error, with advice that belongs to the same place.
    package mutating func error(_ message: String, at range: SourceRange, advice: String...) {
        error(message, at: range, advice: advice)
    }

    mutating func error(_ message: String, at range: SourceRange, advice: [String]) {
        report(Diagnostic(.error, message, at: range, notes: advice.map { Diagnostic.Note($0) }))
    }

    /// Reports an error that two places make together.
    package mutating func error(
        _ message: String, at range: SourceRange, and note: String, at other: SourceRange,
        advice: String...
    ) {
        let notes = [Diagnostic.Note(note, at: other)] + advice.map { Diagnostic.Note($0) }
        report(Diagnostic(.error, message, at: range, notes: notes))
    }
}
