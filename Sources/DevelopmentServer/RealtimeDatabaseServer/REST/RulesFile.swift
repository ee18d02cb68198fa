import Foundation
import TypedDatabase
import TypedDatabaseRules

/// The file of the rules, verbatim, comments included.
struct RulesFile {
    let path: String

    /// Returns the rules in the file; `nil` if it doesn't exist.
    func read() throws(RulesFileError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw RulesFileError("can't read the rules in \(path): \(error.localizedDescription)")
        }
    }

    /// Returns the file's rules, checked; `nil` if it doesn't exist.
    func rules() throws(RulesFileError) -> SecurityRules? {
        guard let text = try read() else { return nil }
        do {
            return try SecurityRules(utf8: text, name: path)
        } catch {
            throw RulesFileError(
                "can't use the rules in \(path):\n\(error.messages.joined(separator: "\n"))")
        }
    }

    /// Replaces the file atomically: a crash leaves the old rules or the new ones.
    func write(_ rules: [UInt8]) throws(RulesFileError) {
        do {
            try Data(rules).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw RulesFileError("can't keep the rules in \(path): \(error.localizedDescription)")
        }
    }
}

/// The reason why rules can't be restored from their file, or saved in it.
public struct RulesFileError: DescribedError, Sendable {
    /// The reason, in a sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
