/// Who has a name first, in one round after another.
///
/// A table numbers names as it gains them. So most rounds claim names with ascending numbers, which are
/// all different, and nothing has to be looked up.
struct NameClaims {
    private struct Claim {
        var round: Int32 = 0
        var owner: Int32 = 0
    }

    /// The claims of this round, as long as they ascend.
    private var ascending: [(name: Name, owner: Int32)] = []
    /// The number of the last of them; once they don't ascend, one that no name can follow.
    private var last = -1
    /// The claims of this round once they don't ascend. One of an earlier round is void, so that nothing
    /// has to be cleared between rounds.
    private var claims = NameMap(Claim())
    private var round: Int32 = 0

    mutating func beginRound() {
        ascending.removeAll(keepingCapacity: true)
        last = -1
        round += 1
    }

    /// Claims a name, unless somebody has it in this round, who is returned then.
    @inline(__always)
    mutating func claim(_ name: Name, for owner: Int) -> Int? {
        guard name.position > last else { return claimOutOfOrder(name, for: owner) }
        last = name.position
        ascending.append((name, Int32(owner)))
        return nil
    }

    private mutating func claimOutOfOrder(_ name: Name, for owner: Int) -> Int? {
        for claim in ascending {
            claims[claim.name] = Claim(round: round, owner: claim.owner)
        }
        ascending.removeAll(keepingCapacity: true)
        last = .max
        let first = claims[name]
        if first.round == round { return Int(first.owner) }
        claims[name] = Claim(round: round, owner: Int32(owner))
        return nil
    }
}
