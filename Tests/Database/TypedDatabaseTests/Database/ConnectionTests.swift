import Testing

@testable import TypedDatabase

@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    @Test func anEngineOnThisMachineIsConnected() async {
        for await state in TreeDatabase(MemoryEngine()).connection {
            #expect(state == .connected)
            break
        }
    }
}
