import Foundation
import PathSchema
import TestSupport

/// Plausible variations of a schema: with other types, and with more or fewer children.
struct SchemaVariations {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// A schema that differs in some places.
    ///
    /// - Returns: `nil` if the variation has errors.
    mutating func variation(of schema: String) throws -> Schema? {
        var json = try JSONSerialization.jsonObject(with: Data(schema.utf8))
        for _ in 0..<Int.random(in: 1...6, using: &random) { json = changed(json) }
        let data = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
        return try? CompiledSchema.compile(String(decoding: data, as: UTF8.self))
    }

    private mutating func changed(_ json: Any) -> Any {
        guard var object = json as? [String: Any] else { return random.pick(Self.types) }
        let keys = object.keys.filter { !$0.hasPrefix("$") }.sorted()
        guard let key = keys.randomElement(using: &random), let value = object[key] else {
            return object
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: object[key] = nil
        case 1: object["added"] = random.pick(Self.types)
        case 2: object["<other>"] = keys.contains { $0.hasPrefix("<") } ? nil : "Bool"
        case 3 where !key.hasPrefix("<") && value is String: object[key] = ["inner": value]
        default: object[key] = changed(value)
        }
        return object
    }

    private static let types = ["String", "Int", "Double?", "Bool", "Theme", "[String]", "Date"]
}
