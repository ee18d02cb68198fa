import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite struct ArrayFormTests {
    @Test(
        arguments: [
            (["0": "a"], #"["a"]"#),
            (["1": "x"], #"[null,"x"]"#),
            (["2": "x"], #"{"2":"x"}"#),
            (["2": "a", "3": "b", "4": "c"], #"[null,null,"a","b","c"]"#),
            (["3": "a", "4": "b"], #"{"3":"a","4":"b"}"#),
            (["5": "x"], #"{"5":"x"}"#),
            (["0": 1, "1": 2, "x": 3], #"{"0":1,"1":2,"x":3}"#),
            (["0": 1, "00": 2], #"{"0":1,"00":2}"#),
            (["0": 1, "01": 2], #"{"0":1,"01":2}"#),
            (["-1": 1, "0": 2], #"{"-1":1,"0":2}"#),
            (["-0": 1, "0": 2], #"{"0":2,"-0":1}"#),
            (
                ["9": 9, "10": 10, "8": 8, "7": 7, "6": 6, "5": 5],
                "[null,null,null,null,null,5,6,7,8,9,10]"
            ),
            (["0": ["1": ["1": true]]], "[[null,[null,true]]]"),
            (["2147483648": 1], #"{"2147483648":1}"#),
        ] as [(TreeValue, String)])
    func keysThatAreDenseEnoughBecomeAnArray(value: TreeValue, json: String) throws {
        let bytes = ServiceJSONWriter.bytes(of: value)
        #expect(String(decoding: bytes, as: UTF8.self) == json)
        #expect(try JSONReader.value(bytes) == value)
    }
}
