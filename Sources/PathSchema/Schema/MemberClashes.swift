/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may have one name, as `news` and `news(_:)` do; two of a kind may not.
struct MemberClashes {
    private let members: [Member]
    private let children: [Child]

    static func check(
        _ members: [Member], of children: [Child], reportingTo diagnostics: inout Diagnostics
    ) {
        guard members.count > 1 else { return }
        let clashes = MemberClashes(members: members, children: children)
        // A key that no name can be made of has been reported, and goes by "_".
        clashes.report(what: "property", to: &diagnostics) {
            $0.key == nil || $0.name == "_" ? nil : $0.name
        }
        clashes.report(what: "accessor", to: &diagnostics) {
            $0.accessorName == "_" ? nil : $0.accessorName
        }
    }

    private func report(
        what: String, to diagnostics: inout Diagnostics, named name: (Member) -> String?
    ) {
        for (index, first) in clashes(named: name) {
            let (clash, other) = (children[index].text, children[first].text)
            diagnostics.error(
                "the \(what) \(Visible.quoted(name(members[index]) ?? "")) would be that of "
                    + "\(Visible.quoted(other.value)), too",
                at: clash.range, and: "which is here", at: other.range,
                advice: what == "property"
                    ? "\"$member\" gives one of them another name"
                    : "\"$singular\" gives the accessor of one of them another name")
        }
    }

    /// Each member that has an earlier one's name, and that one.
    private func clashes(named name: (Member) -> String?) -> [(index: Int, first: Int)] {
        var clashes: [(index: Int, first: Int)] = []
        if members.count <= 8 {
            for index in members.indices {
                guard let own = name(members[index]) else { continue }
                if let first = members[..<index].firstIndex(where: { name($0) == own }) {
                    clashes.append((index, first))
                }
            }
        } else {
            var firsts: [String: Int] = [:]
            firsts.reserveCapacity(members.count)
            for index in members.indices {
                guard let own = name(members[index]) else { continue }
                if let first = firsts[own] {
                    clashes.append((index, first))
                } else {
                    firsts[own] = index
                }
            }
        }
        return clashes
    }
}
