/// Who has a name first, in one round after another.
struct NameClaims {
    private struct Claim {
        var round: Int32 = 0
        var owner: Int32 = 0
    }

    /// A claim of an earlier round is void, so that nothing has to be cleared between rounds.
    private var claims = NameMap(Claim())
    private var round: Int32 = 0

    mutating func beginRound() {
        round += 1
    }

    /// Claims a name, unless somebody has it in this round, who is returned then.
    mutating func claim(_ name: Name, for owner: Int) -> Int? {
        let first = claims[name]
        if first.round == round { return Int(first.owner) }
        claims[name] = Claim(round: round, owner: Int32(owner))
        return nil
    }
}
