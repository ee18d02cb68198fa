import Testing

@testable import DatabaseTransport

@Suite struct HTTPExchangeStateTests {
    private let broken = HTTPFailure(reason: .broken, mayHaveBeenSent: true, message: "broken")
    private let cancelled = HTTPFailure(
        reason: .cancelled, mayHaveBeenSent: true, message: "cancelled")

    @Test func aResponseIsTakenPartByPart() {
        let state = Exchange()
        #expect(state.takeHead().isNothing)
        state.receive(HTTPHead(status: 200))
        #expect(state.hasNews)
        #expect(state.takeHead().value?.status == 200)
        #expect(state.takeBytes().isNothing)
        #expect(!state.receive([1, 2]))
        #expect(!state.receive([3]))
        #expect(state.takeBytes().value == [1, 2, 3])
        #expect(!state.hasNews)
        state.finish(nil)
        #expect(state.takeBytes().value == .some(nil))
    }

    @Test func theTransportPausesWhileTheReaderIsSlow() {
        let state = Exchange()
        let part = [UInt8](repeating: 0, count: HTTPExchangeState.bufferLimit)
        #expect(state.receive(part))
        #expect(!state.receive([1]))
        #expect(!state.takeResume())
        #expect(state.takeBytes().value??.count == part.count + 1)
        #expect(state.takeResume())
        #expect(!state.takeResume())
        #expect(!state.receive([1]))
    }

    @Test func aWholeResponseIsTakenAtItsEnd() {
        let state = Exchange()
        let part = [UInt8](repeating: 0, count: HTTPExchangeState.bufferLimit)
        state.receive(HTTPHead(status: 200))
        #expect(state.receive(part))
        #expect(state.takeResponse(maximumCount: .max).isNothing)
        #expect(state.takeResume())
        #expect(!state.receive([1]))
        #expect(!state.hasNews)
        state.finish(nil)
        #expect(state.hasNews)
        #expect(state.takeResponse(maximumCount: .max).value?.body.count == part.count + 1)
    }

    @Test func aResponseIsNotLargerThanIsAskedFor() {
        for isFast in [false, true] {
            let state = Exchange()
            state.receive(HTTPHead(status: 200))
            if !isFast { #expect(state.takeResponse(maximumCount: 2).isNothing) }
            #expect(!state.receive([1, 2, 3]))
            if isFast { state.finish(nil) }
            #expect(state.takeResponse(maximumCount: 2).failure?.reason == .tooLarge)
            #expect(state.cancel(cancelled) == !isFast)
        }
    }

    @Test func aFailureComesAfterTheBytesBeforeIt() {
        let state = Exchange()
        state.receive(HTTPHead(status: 200))
        #expect(!state.receive([1]))
        state.finish(broken)
        #expect(state.takeHead().value?.status == 200)
        #expect(state.takeBytes().value == [1])
        #expect(state.takeBytes().failure == broken)
        #expect(state.takeBytes().failure == broken)
    }

    @Test func noHeadIsAFailure() {
        let state = Exchange()
        state.finish(nil)
        #expect(state.takeHead().failure?.reason == .broken)
    }

    @Test func aCancelledExchangeHasNothingMore() {
        let state = Exchange()
        state.receive(HTTPHead(status: 200))
        #expect(!state.receive([1]))
        #expect(state.cancel(cancelled))
        #expect(!state.cancel(cancelled))
        #expect(state.takeBytes().failure == cancelled)
        #expect(!state.receive([1]))
        state.finish(broken)
        #expect(state.takeBytes().failure == cancelled)
    }

    @Test func theTransportIsNotToldOfACancellationAfterItsEnd() {
        let state = Exchange()
        state.receive(HTTPHead(status: 200))
        state.finish(nil)
        #expect(!state.cancel(cancelled))
        #expect(state.takeBytes().value == .some(nil))
    }
}

/// A state that `#expect` can change.
private final class Exchange {
    private var state = HTTPExchangeState()

    var hasNews: Bool { state.hasNews }

    func receive(_ head: HTTPHead) { state.receive(head) }
    func receive(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { state.receive($0) } }
    func finish(_ failure: HTTPFailure?) { state.finish(failure) }
    func cancel(_ failure: HTTPFailure) -> Bool { state.cancel(failure) }

    func takeHead() -> HTTPExchangeState.Taken<HTTPHead> { state.takeHead() }
    func takeBytes() -> HTTPExchangeState.Taken<[UInt8]?> { state.takeBytes() }
    func takeResume() -> Bool { state.takeResume() }
    func takeResponse(maximumCount: Int) -> HTTPExchangeState.Taken<HTTPResponse> {
        state.takeResponse(maximumCount: maximumCount)
    }
}

extension HTTPExchangeState.Taken {
    fileprivate var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    fileprivate var failure: HTTPFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }

    fileprivate var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }
}
