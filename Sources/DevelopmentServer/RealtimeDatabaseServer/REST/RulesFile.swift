import Foundation

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
public struct RulesFileError: Error, CustomStringConvertible, Sendable {
    /// The reason, in a sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
