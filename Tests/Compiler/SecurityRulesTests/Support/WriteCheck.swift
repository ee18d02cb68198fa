import PathSchema
import SecurityRules

/// Decides about writes by a file of rules.
struct WriteCheck {
    let rules: RulesNode
    private let checked: CheckedRules

    init(_ text: String) throws {
        rules = try RulesFile.read(text)
        checked = try RulesFile.check(text)
    }

    /// Why a write is refused; `nil` if it is allowed.
    enum Refusal: Equatable {
        /// No `.write` on the way allows it.
        case write
        /// A `.validate` refuses what is at a place.
        case validate([String])
    }

    func refusal(of write: RandomWrite) -> Refusal? {
        let request = RulesRequest(
            auth: write.auth.ruleData, now: RandomWrite.now, root: write.root.ruleData)
        let refusal = checked.refusal(
            ofWriting: write.updates.map(\.path), by: request, newRoot: write.newRoot.ruleData,
            isPermitted: write.isPermitted)
        return refusal.map { $0.kind == .write ? .write : .validate($0.place) }
    }
}
