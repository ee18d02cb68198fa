import Foundation

/// A type, for a decoder that is written anew from the documentation of `TypedDatabase`.
enum ReferenceType {
    case scalar(String)
    case list(String)
    case dictionary(String, String)
    case unknown

    init(_ type: String) {
        if type.hasSuffix("?") {
            self = .unknown
        } else if type.hasPrefix("Set<") {
            self = .list(String(type.dropFirst(4).dropLast()))
        } else if type.hasPrefix("["), let match = type.wholeMatch(of: /\[(\w+): (.+)\]/) {
            self = .dictionary(String(match.1), String(match.2))
        } else if type.hasPrefix("[") {
            self = .list(String(type.dropFirst().dropLast()))
        } else if Self.scalars.contains(type) || Self.range(of: type) != nil {
            self = .scalar(type)
        } else {
            self = .unknown
        }
    }

    private static let scalars = [
        "String", "Bool", "Double", "Float", "Decimal", "Date", "URL", "UUID", "Data",
    ]

    static func range(of type: String) -> ClosedRange<Int64>? {
        switch type {
        case "Int": .min ... .max
        case "Int8": -128...127
        case "Int32": -2_147_483_648...2_147_483_647
        case "UInt": 0 ... .max
        default: nil
        }
    }
}

/// Where data can't be decoded by a schema, as keys.
struct ReferenceDecoding {
    private(set) var problems: Set<[String]> = []

    init(_ tree: StoredTree?, as shape: RandomShape) {
        if let tree { check(tree, shape, []) }
    }

    private mutating func check(_ tree: StoredTree, _ shape: RandomShape, _ place: [String]) {
        switch shape {
        case .leaf(let type):
            if !Self.decodes(tree, type) { problems.insert(place) }
        case .collection(let key, let element):
            guard case .children(let children) = tree else {
                problems.insert(place)
                return
            }
            for (childKey, child) in children {
                checkElement(child, childKey, (key, element), place)
            }
        case .branch(let branch):
            guard case .children(let children) = tree else {
                problems.insert(place)
                return
            }
            for (key, child) in children {
                if let named = branch.named.first(where: { $0.key == key }) {
                    check(child, named.shape, place + [key])
                } else if let wildcard = branch.wildcard {
                    checkElement(child, key, wildcard, place)
                }
            }
            for (key, shape) in branch.named
            where branch.model != nil && shape.isRequired && children[key] == nil {
                problems.insert(place + [key])
            }
        }
    }

    private mutating func checkElement(
        _ tree: StoredTree, _ key: String, _ wildcard: (key: String, shape: RandomShape),
        _ place: [String]
    ) {
        if !Self.isKey(key, wildcard.key) { problems.insert(place + [key]) }
        check(tree, wildcard.shape, place + [key])
    }

    private static func isKey(_ key: String, _ type: String) -> Bool {
        switch type {
        case "Int": Int64(key).map(String.init) == key
        case "String", "Substring": true
        default: key == "a \(type)"
        }
    }

    private static func decodes(_ tree: StoredTree, _ type: String) -> Bool {
        if type.hasSuffix("?") { return decodes(tree, String(type.dropLast())) }
        switch (ReferenceType(type), tree) {
        case (.scalar(let name), _): return decodesScalar(tree, name)
        case (.list(let element), .children(let children)):
            return children.allSatisfy {
                UInt($0.key).map(String.init) == $0.key && decodes($0.value, element)
            }
        case (.dictionary(let key, let element), .children(let children)):
            return children.allSatisfy { isKey($0.key, key) && decodes($0.value, element) }
        case (.unknown, .value(let name)): return name == type
        default: return false
        }
    }

    private static func decodesScalar(_ tree: StoredTree, _ type: String) -> Bool {
        let number: Double?
        switch tree {
        case .integer(let integer):
            if let range = ReferenceType.range(of: type) { return range.contains(integer) }
            number = Double(integer)
        case .double(let double):
            if let range = ReferenceType.range(of: type) {
                return Int64(exactly: double).map(range.contains) ?? false
            }
            number = double
        default: number = nil
        }
        switch (type, tree) {
        case ("Bool", .bool), ("String", .string): return true
        case ("URL", .string(let text)): return URL(string: text) != nil
        case ("UUID", .string(let text)): return UUID(uuidString: text) != nil
        case ("Data", .string(let text)): return Data(base64Encoded: text) != nil
        case ("Double", _), ("Date", _): return number != nil
        case ("Float", _): return number.map { Float($0).isFinite } ?? false
        case ("Decimal", _): return number.map { Decimal(string: "\($0)") != nil } ?? false
        default: return false
        }
    }
}
