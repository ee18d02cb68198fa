/// The changes that a team has agreed to, one line each, as ``DiffText`` writes them.
///
/// The number of spaces between words doesn't matter. Blank lines, and lines that begin with `#`,
/// are skipped.
package struct AcceptedChanges {
    /// The line numbers by the words of the line.
    private var numbers: [String: Int] = [:]
    private var used: Set<String> = []

    package init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = DiffText.words(in: line)
            if !words.isEmpty, words.first != "#" { numbers[words] = index + 1 }
        }
    }

    /// Returns whether a change is accepted, and notes that its line is used.
    package mutating func accepts(_ change: Change) -> Bool {
        let words = DiffText.words(of: change)
        guard numbers[words] != nil else { return false }
        used.insert(words)
        return true
    }

    /// The lines of changes that haven't happened.
    package var unused: [(number: Int, text: String)] {
        numbers.filter { !used.contains($0.key) }.map { ($0.value, $0.key) }
            .sorted { $0.number < $1.number }
    }
}
