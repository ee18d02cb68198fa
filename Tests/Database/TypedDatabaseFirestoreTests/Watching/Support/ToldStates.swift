import Foundation

/// The consistent states of one query that an emulator has told, read from the bytes of its answers.
///
/// The emulator itself mixes commits now and then. So a watch is compared with what it was told.
struct ToldStates {
    /// The states, each with the field `n` of documents by ID.
    private(set) var states: Set<[String: String]> = []

    /// - Parameters:
    ///   - answers: the answers of back channels, in ASCII, one after the other.
    ///   - collection: the end of the collection's name, with slashes around it.
    init(_ answers: [UInt8], _ collection: String) throws {
        var rest = answers[...]
        var documents: [String: String] = [:]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let count = Int(String(decoding: rest[..<end], as: UTF8.self)) ?? 0
            let chunk = Data(rest[(end + 1)...].prefix(count))
            rest = rest[(end + 1)...].dropFirst(count)
            let arrays = try JSONSerialization.jsonObject(with: chunk) as? [[Any]] ?? []
            for case let message as [String: Any] in arrays.flatMap({ $0[1] as? [Any] ?? [] }) {
                apply(message, collection, &documents)
            }
        }
    }

    private mutating func apply(
        _ message: [String: Any], _ collection: String, _ documents: inout [String: String]
    ) {
        if let change = message["documentChange"] as? [String: Any],
            let document = change["document"] as? [String: Any],
            let name = document["name"] as? String, name.contains(collection)
        {
            let fields = document["fields"] as? [String: [String: String]]
            documents[name.components(separatedBy: "/").last ?? ""] = fields?["n"]?["integerValue"]
        } else if let change = message["targetChange"] as? [String: Any] {
            // The emulator resets only queries, of which there is one.
            if change["targetChangeType"] as? String == "RESET" { documents = [:] }
            if change["targetChangeType"] == nil, change["targetIds"] == nil {
                states.insert(documents)
            }
        }
    }
}
