import Foundation
import Testing

@testable import TypedDatabase

@Suite struct TreeValueCodingTests {
    private static let values: [TreeValue] = [
        true, 0, 1, .integer(.min), 1.5, .double(1e300), "", "1", "true", "é",
        ["a": 1, "b": ["c": true, "0": "x"]], ["0": "a", "2": "b"], ["0": ["1": 2]],
    ]

    @Test(arguments: values)
    func aValueComesBackAsItWas(_ value: TreeValue) throws {
        let pending = try TreeEncoder().encode(value)
        #expect(pending == PendingValue(value))
        #expect(try TreeDecoder().decode(TreeValue.self, from: value) == value)

        let json = try JSONEncoder().encode([value])
        #expect(try JSONDecoder().decode([TreeValue].self, from: json) == [value])
    }

    @Test(arguments: [
        (#"{"a": [true, null, {"b": []}, 1.0]}"#, #"{"a": {"0": true, "3": 1}}"#),
        (#"{"a": null, "b": {}, "c": "x"}"#, #"{"c": "x"}"#),
    ])
    func jsonIsReadAsTheTreeHasIt(_ json: String, _ expected: String) throws {
        let value = try JSONDecoder().decode(TreeValue.self, from: Data(json.utf8))
        #expect("\(value)" == expected)
    }

    @Test(arguments: ["null", "{}", "[]", "[null, {}]"])
    func nothingIsNoValue(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TreeValue.self, from: Data(json.utf8))
        }
    }
}
