import Foundation

/// The file that rules are kept in, as they were sent, comments included.
struct RulesFile {
    let path: String

    /// The rules in the file; `nil` if there is none.
    func read() throws(RulesFileError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw RulesFileError("can't read the rules in \(path): \(error.localizedDescription)")
        }
    }

    /// Replaces the file at once: a crash leaves the old rules or the new ones.
    func write(_ rules: [UInt8]) throws(RulesFileError) {
        do {
            try Data(rules).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw RulesFileError("can't keep the rules in \(path): \(error.localizedDescription)")
        }
    }
}

/// Why rules can't be restored from their file, or kept in it.
public struct RulesFileError: Error, CustomStringConvertible, Sendable {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
