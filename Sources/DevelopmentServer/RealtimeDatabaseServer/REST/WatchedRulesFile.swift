import Foundation
import TypedDatabase
import TypedDatabaseRules

/// A file of rules that is read again when it changes.
final class WatchedRulesFile: Sendable {
    private let file: RulesFile
    private let isStopped = Locked(false)

    init(path: String) {
        file = RulesFile(path: path)
    }

    /// Reads the rules for the first time.
    func rules() throws(RulesFileError) -> SecurityRules {
        guard let rules = try file.rules() else {
            throw RulesFileError("there are no rules in \(file.path)")
        }
        return rules
    }

    /// Starts a thread that looks at the file twice a second.
    ///
    /// - Parameter changed: called with the new rules, or with the reason why they can't be used.
    func start(_ changed: @escaping @Sendable (Result<SecurityRules, RulesFileError>) -> Void) {
        Thread.detachNewThread { [self] in
            var last = try? file.read()
            while !isStopped.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.5)
                let text = try? file.read()
                guard text != last else { continue }
                last = text
                changed(Result { () throws(RulesFileError) in try rules() })
            }
        }
    }

    func stop() { isStopped.withLock { $0 = true } }
}
