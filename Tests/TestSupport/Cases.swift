import Foundation

/// A file of cases, each an input, a line `⇒` and the output, with blank lines and comments between them.
///
/// `UPDATE_FIXTURES=1 swift test --filter …` writes the outputs, after an intended change.
package enum Cases {
    /// Returns the lines of the file that differ from what a function returns; none if all cases hold.
    ///
    /// - Parameter name: the name of a file in `Tests/Compiler/Cases`.
    package static func differences(
        _ name: String, _ output: (_ input: String) throws -> String
    ) throws -> String {
        let file = Repository.root.appendingPathComponent("Tests/Compiler/Cases/\(name)")
        let expected = try String(contentsOf: file, encoding: .utf8)
        let parts = try expected.components(separatedBy: "\n\n").map { part in
            guard let arrow = part.range(of: "\n⇒") else {
                return part.hasPrefix("//") ? part : part + "\nThere is no ⇒ here."
            }
            let output = try output(String(part[..<arrow.lowerBound]))
            return (part[..<arrow.upperBound] + "\n" + output).trimmingCharacters(in: .newlines)
        }
        let actual = parts.joined(separator: "\n\n") + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil {
            try actual.write(to: file, atomically: true, encoding: .utf8)
        }
        return TextDiff.lines(from: expected, to: actual)
    }
}
