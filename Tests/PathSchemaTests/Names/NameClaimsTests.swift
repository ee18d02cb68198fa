import Testing

@testable import PathSchema

/// In each round, the first to claim a name has it.
@Suite struct NameClaimsTests {
    @Test(
        arguments: [
            ([1, 2, 3], [nil, nil, nil]),
            ([3, 2, 1], [nil, nil, nil]),
            ([1, 1, 1], [nil, 0, 0]),
            ([1, 2, 3, 2, 1, 3, 4], [nil, nil, nil, 1, 0, 2, nil]),
            ([5, 1, 5, 1], [nil, nil, 0, 1]),
        ] as [([Int], [Int?])])
    func claimsAreKept(names: [Int], firsts: [Int?]) {
        var claims = NameClaims()
        // What earlier rounds claimed means nothing.
        for round in [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 1], names] {
            claims.beginRound()
            let found = round.enumerated().map { owner, name in
                claims.claim(Name(position: name), for: owner)
            }
            if round == names {
                #expect(found == firsts)
            }
        }
    }
}
