import PathCodegen
import PathSchema

/// The uses of the members of a type, by their names and parameters.
struct UseTable {
    private var uses: [String: (MemberUse, Member)] = [:]
    private let members: [Member]
    private let memberUses: MemberUses

    init(_ members: [Member], _ memberUses: MemberUses) {
        self.members = members
        self.memberUses = memberUses
        for member in members {
            for use in memberUses.uses(of: member) + memberUses.formerUses(of: member) {
                uses[Self.key(use)] = (use, member)
            }
        }
    }

    subscript(use: MemberUse) -> (MemberUse, Member)? { uses[Self.key(use)] }

    /// Returns the use of the member with the same key, and as many arguments.
    func use(of member: Member, like use: MemberUse) -> MemberUse? {
        let same = members.first { $0.key.hasSameBytes(as: member.key) }
        return same.flatMap { same in
            memberUses.uses(of: same).first { $0.labels.count == use.labels.count }
        }
    }

    /// Whether a member has the same key.
    func hasKey(of member: Member) -> Bool {
        members.contains { $0.key.hasSameBytes(as: member.key) }
    }

    private static func key(_ use: MemberUse) -> String {
        use.parameterTypes.isEmpty
            ? use.name : "\(use.name) \(use.parameterTypes.joined(separator: " "))"
    }
}
