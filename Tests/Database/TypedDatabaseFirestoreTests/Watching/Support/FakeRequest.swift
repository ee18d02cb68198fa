import DatabaseTransport
import Foundation
import TypedDatabase

/// A request of WebChannel, taken apart.
struct FakeRequest {
    let kind: String
    let form: [String: String]
    private let parameters: [String: String]

    init(_ request: HTTPRequest) {
        let query = request.url.split(separator: "?", maxSplits: 1).last ?? ""
        parameters = Self.decoded(String(query))
        form = Self.decoded(String(decoding: request.body ?? [], as: UTF8.self))
        switch (parameters["SID"], parameters["TYPE"]) {
        case (nil, _): kind = "open"
        case (_, "xmlhttp"?): kind = "listen"
        case (_, let type?): kind = type
        case (_, nil): kind = "forward"
        }
    }

    subscript(parameter: String) -> String { parameters[parameter] ?? "" }

    /// The number of the first message.
    var offset: Int { form["ofs"].flatMap { Int($0) } ?? 0 }

    var messages: [TreeValue] {
        get throws {
            let count = form["count"].flatMap { Int($0) } ?? 0
            return try (0..<count).compactMap { index in
                try JSONReader.value(Array((form["req\(index)___data__"] ?? "null").utf8))
            }
        }
    }

    private static func decoded(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts.last ?? "").removingPercentEncoding ?? "")
        }
        return Dictionary(pairs) { $1 }
    }
}
