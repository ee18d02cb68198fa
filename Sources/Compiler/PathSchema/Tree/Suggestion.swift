/// "Did you mean …?": finds the closest of a few words.
package enum Suggestion {
    /// - Returns: `nil` if no candidate is close enough to be what was probably meant.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 40 else { return nil }
        let letters = Array(word.lowercased())
        let limit = max(1, min(letters.count, 12) / 3)
        return
            candidates
            .map { (candidate: $0, distance: distance(letters, Array($0.lowercased()))) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// Returns advice on an unknown word: the closest candidate, or all candidates.
    static func advice(on word: String, among candidates: [String], called kind: String) -> String {
        closest(to: word, among: candidates).map { "did you mean \"\($0)\"?" }
            ?? "the \(kind) are \(candidates.joined(separator: ", "))"
    }

    /// Returns the number of characters to insert, delete, replace, or swap with a neighbor: the
    /// Damerau-Levenshtein distance, in which no character moves twice.
    private static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
        var rows = [Array(0...rhs.count)]
        for row in lhs.indices {
            var current = [row + 1]
            for column in rhs.indices {
                let replaced = rows[row][column] + (lhs[row] == rhs[column] ? 0 : 1)
                var best = min(replaced, rows[row][column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[lhs.count][rhs.count]
    }
}
