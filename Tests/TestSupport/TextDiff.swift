/// The differences between two texts, line by line, for a person to read.
package enum TextDiff {
    /// - Returns: the lines that differ, each with a `-` or a `+`; nothing if none does.
    package static func lines(from expected: String, to actual: String) -> String {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = new.difference(from: old)
        var text = ""
        for change in changes {
            switch change {
            case .remove(let offset, let line, _): text += "\(offset + 1) - \(line)\n"
            case .insert(let offset, let line, _): text += "\(offset + 1) + \(line)\n"
            }
        }
        return text
    }
}
