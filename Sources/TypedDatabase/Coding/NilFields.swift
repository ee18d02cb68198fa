// `Codable` asks for `encodeIfPresent` once more for each of these types. Without functions of their own, a
// nil field of such a type isn't mentioned, and so not removed when the model is merged.
extension KeyedEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }

    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        try value.map { try encode($0, forKey: key) } ?? encodeNil(forKey: key)
    }
}
