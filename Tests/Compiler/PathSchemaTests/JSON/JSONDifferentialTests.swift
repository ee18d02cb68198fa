import Foundation
import TestSupport
import Testing

@testable import PathSchema

/// Foundation's reader as a second opinion.
@Suite struct JSONDifferentialTests {
    private static let documents = [
        #"{"a": "b", "c": {"<d>": "e"}, "f": [1, -2.5e+3, true, false, null]}"#,
        #"{"$options": {"imports": ["Models"]}, "users": {"<uid>": {"$type": "User", "name": "String"}}}"#,
        #"["\u00e9\uD83D\uDE00", "\"\\\/\b\f\n\r\t", "é😀"]"#,
        "{\n\t\"x\" : [ [ ] , { } , [ { \"y\" : 0 } ] ]\r\n}",
        "[0, -0, 0.0, 1e1, 1E-1, 123456789, 0.125]",
    ]

    @Test(arguments: documents)
    func bothAcceptGoodDocuments(document: String) {
        #expect(isAccepted(Array(document.utf8)))
        #expect(isAcceptedByFoundation(Array(document.utf8)))
    }

    @Test func bothJudgeMutatedDocumentsAlike() {
        var numbers = SplitMix64(seed: 2018)
        var accepted = 0
        for round in 0..<6_000 {
            var bytes = Array(Self.documents[round % Self.documents.count].utf8)
            for _ in 0...Int.random(in: 0...2, using: &numbers) {
                mutate(&bytes, using: &numbers)
            }
            guard !isKnownDifference(bytes) else { continue }
            let isAccepted = isAccepted(bytes)
            accepted += isAccepted ? 1 : 0
            #expect(
                isAccepted == isAcceptedByFoundation(bytes),
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
        // The mutations must leave enough of both kinds for the comparison to mean something.
        #expect((300..<5_000).contains(accepted))
    }

    private func mutate(_ bytes: inout [UInt8], using numbers: inout SplitMix64) {
        let alphabet =
            Array(#"{}[]:,"\/u0123e+-.ntrfalse x'#"#.utf8) + [0x09, 0x0A, 0x0D, 0x80, 0xC3, 0xFF]
        let index = Int.random(in: bytes.indices, using: &numbers)
        let byte = alphabet[Int.random(in: alphabet.indices, using: &numbers)]
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        case 2 where bytes.count > 1: bytes.remove(at: index)
        default: bytes.swapAt(index, Int.random(in: bytes.indices, using: &numbers))
        }
    }

    private func isAccepted(_ bytes: [UInt8]) -> Bool {
        var diagnostics = Diagnostics()
        _ = JSONReader.read(
            SourceText(name: "", utf8: bytes), index: 0, reportingTo: &diagnostics)
        return !diagnostics.inDocumentOrder.contains { !$0.message.hasPrefix("duplicate key") }
    }

    private func isAcceptedByFoundation(_ bytes: [UInt8]) -> Bool {
        let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
        return (try? JSONSerialization.jsonObject(with: Data(bytes), options: options)) != nil
    }

    /// Where Foundation is not RFC 8259, or RFC 8259 leaves it open.
    private func isKnownDifference(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        // It takes trailing commas, and refuses numbers that no `Double` holds.
        return text.contains(/,\s*[}\]]/) || text.contains(/[eE]\+?[0-9]{3,}/)
    }
}
