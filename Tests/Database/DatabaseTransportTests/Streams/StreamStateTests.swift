import Testing
import TypedDatabase

@testable import DatabaseTransport

@Suite struct StreamStateTests {
    private let expired = TreeDatabaseError(.unauthenticated, "expired")

    @Test func aLostConnectionIsTriedAgainForEver() {
        var state = StreamState(canRenewToken: false)
        for count in 1...100 {
            #expect(state.ended(.lost) == .wait(afterFailures: count))
        }
        let busy = TreeDatabaseError(.unavailable, "busy")
        #expect(state.ended(.refused(busy)) == .wait(afterFailures: 101))
        state.received()
        #expect(state.ended(.lost) == .wait(afterFailures: 1))
    }

    @Test func aTokenIsRenewedOnceUntilSomethingHasCome() {
        var state = StreamState(canRenewToken: true)
        #expect(state.ended(.refused(expired)) == .connectWithNewToken(afterFailures: 0))
        state.received()
        state.keptAlive()
        #expect(state.ended(.refused(expired)) == .connectWithNewToken(afterFailures: 0))
        #expect(state.ended(.lost) == .wait(afterFailures: 1))
        #expect(state.ended(.refused(expired)) == .fail(expired))
    }

    @Test func tokensThatAreRevokedAtOnceAreRenewedEverLater() {
        var state = StreamState(canRenewToken: true)
        for count in 0..<10 {
            #expect(state.ended(.refused(expired)) == .connectWithNewToken(afterFailures: count))
            state.received()
        }
    }

    @Test func withoutATokenThereIsNoneToRenew() {
        var state = StreamState(canRenewToken: false)
        #expect(state.ended(.refused(expired)) == .fail(expired))
    }

    @Test(
        arguments: [.permissionDenied, .indexMissing, .badRequest, .tooLarge, .noSuchDatabase]
            as [TreeDatabaseError.Kind])
    func permanentRefusalsEndTheStream(kind: TreeDatabaseError.Kind) {
        var state = StreamState(canRenewToken: true)
        let error = TreeDatabaseError(kind, "no")
        #expect(state.ended(.refused(error)) == .fail(error))
    }
}
