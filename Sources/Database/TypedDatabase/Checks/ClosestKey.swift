/// Suggestions for misspelled keys.
enum ClosestKey {
    /// Returns the key that a text was probably meant to be: one that differs in a letter, or in two
    /// of five or more.
    static func find(_ text: String, among keys: [String]) -> String? {
        let limit = text.count < 5 ? 1 : 2
        let distances = keys.map { (key: $0, distance: distance(text, $0)) }
        return distances.min { $0.distance < $1.distance }.flatMap {
            $0.distance <= limit ? $0.key : nil
        }
    }

    /// Returns the number of letters to insert, remove or replace.
    private static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b.lowercased())
        var row = Array(0...b.count)
        for (i, letter) in a.lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let replaced = diagonal + (letter == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
