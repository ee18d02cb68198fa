import TypedPaths

/// A dictionary of any types, stored as children by key, not as an array of alternating keys and
/// values.
protocol EncodableByKey {
    func encodeChildren(of node: EncodingNode) throws
}

protocol DecodableByKey: SendableMetatype {
    static func decodeChildren(of node: DecodingNode) throws -> Self
}

extension Dictionary: EncodableByKey where Value: Encodable {
    func encodeChildren(of node: EncodingNode) throws {
        node.begin(.keyed)
        node.allowsRepetition = false
        guard let keys = DictionaryKeys<Key>() else {
            throw node.invalid(self, DictionaryKeys<Key>.requirement)
        }
        for (key, value) in self {
            guard let text = keys.text(key) else {
                throw node.invalid(key, DictionaryKeys<Key>.requirement)
            }
            try node.encode(value, at: TreeKey(text))
        }
    }
}

extension Dictionary: DecodableByKey where Value: Decodable {
    static func decodeChildren(of node: DecodingNode) throws -> Self {
        guard let keys = DictionaryKeys<Key>() else {
            throw node.corrupted(DictionaryKeys<Key>.requirement)
        }
        try node.checkChildren(Self.self)
        var dictionary = Self(minimumCapacity: node.children.count)
        for (treeKey, value) in node.children {
            guard let key = keys.key(treeKey.text) else {
                throw node.notTheText(of: Key.self, at: treeKey)
            }
            let value = try node.decode(Value.self, from: value, at: treeKey)
            // A dictionary takes strings for equal that differ only in how an accent is composed.
            if dictionary.updateValue(value, forKey: key) != nil {
                throw node.corrupted(
                    "a dictionary can't have both this key and its equal", at: treeKey)
            }
        }
        return dictionary
    }
}

/// The conversions between a dictionary's keys and those of children.
struct DictionaryKeys<Key> {
    let text: (Key) -> String?

    /// Returns `nil` for text that is no key, or that the key wouldn't give back: `"007"` isn't an
    /// `Int`.
    let key: (String) -> Key?

    static var requirement: String {
        "\(Key.self) can't be the key of a child; a type can that is a PathKey "
            + "or CodingKeyRepresentable, or whose raw value is a string or an integer"
    }
}

extension DictionaryKeys {
    init?() {
        let made: Self?
        if Key.self == String.self {
            made = Self(
                text: { identical($0, as: String.self) }, key: { identical($0, as: Key.self) })
        } else if let type = Key.self as? any PathKey.Type {
            made = Self.pathKeys(type)
        } else if let type = Key.self as? any CodingKeyRepresentable.Type {
            made = Self.codingKeys(type)
        } else if let type = Key.self as? any RawRepresentable.Type {
            made = Self.rawValues(type)
        } else if let type = Key.self as? any FixedWidthInteger.Type {
            made = Self.integers(type)
        } else {
            made = nil
        }
        guard let made else { return nil }
        self = made
    }

    private init<Same>(text: @escaping (Same) -> String?, same: @escaping (String) -> Same?) {
        self.text = { identical($0, as: Same.self).flatMap(text) }
        key = { given in
            guard let key = same(given), text(key)?.utf8.elementsEqual(given.utf8) == true
            else { return nil }
            return identical(key, as: Key.self)
        }
    }

    private static func pathKeys<Same: PathKey>(_ type: Same.Type) -> Self {
        Self(text: { $0.pathKey }, same: Same.init(pathKey:))
    }

    private static func codingKeys<Same: CodingKeyRepresentable>(_ type: Same.Type) -> Self {
        Self(
            text: { (key: Same) in key.codingKey.stringValue },
            same: { Same(codingKey: TreeCodingKey(stringValue: $0)) })
    }

    private static func rawValues<Same: RawRepresentable>(_ type: Same.Type) -> Self? {
        guard let raw = DictionaryKeys<Same.RawValue>() else { return nil }
        return Self(
            text: { (key: Same) in raw.text(key.rawValue) },
            same: { raw.key($0).flatMap(Same.init(rawValue:)) })
    }

    private static func integers<Same: FixedWidthInteger>(_ type: Same.Type) -> Self {
        Self(text: { (key: Same) in String(key) }, same: { Same($0) })
    }
}
