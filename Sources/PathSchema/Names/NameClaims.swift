/// Who has a name first, in one round after another.
struct NameClaims {
    private struct Claim {
        var round: Int32 = 0
        var owner: Int32 = 0
    }

    /// By the position of the name. A claim of an earlier round is void, so that nothing has to be
    /// cleared between rounds.
    private var claims: [Claim] = []
    private var round: Int32 = 0

    mutating func beginRound() {
        round += 1
    }

    /// Claims a name, unless somebody has it in this round, who is returned then.
    mutating func claim(_ name: Name, for owner: Int) -> Int? {
        if name.position >= claims.count {
            claims += repeatElement(Claim(), count: name.position + 1024 - claims.count)
        }
        let first = claims[name.position]
        if first.round == round { return Int(first.owner) }
        claims[name.position] = Claim(round: round, owner: Int32(owner))
        return nil
    }
}
