/// "Did you mean …?": the closest of a few words, when one is close.
package enum Suggestion {
    package static func closest(to word: String, among candidates: [String]) -> String? {
        let limit = min(word.count, 12) / 3 + 1
        guard word.count <= 40 else { return nil }
        return
            candidates
            .map { (candidate: $0, distance: distance(word.lowercased(), $0.lowercased())) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// The Levenshtein distance: how many characters to insert, delete or replace.
    private static func distance(_ lhs: String, _ rhs: String) -> Int {
        var previous = Array(0...rhs.count)
        for (row, left) in lhs.enumerated() {
            var current = [row + 1]
            for (column, right) in rhs.enumerated() {
                let replaced = previous[column] + (left == right ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[rhs.count]
    }
}
