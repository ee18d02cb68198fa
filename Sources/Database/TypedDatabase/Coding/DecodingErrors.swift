import TypedPaths

extension DecodingNode {
    func corrupted(_ reason: String, at key: TreeKey? = nil) -> DecodingError {
        .dataCorrupted(explanation(reason, at: key))
    }

    func missing(_ type: Any.Type, _ reason: String) -> DecodingError {
        .valueNotFound(type, explanation(reason))
    }

    func noMoreElements(_ type: Any.Type) -> DecodingError {
        missing(type, "the array has no more than \(children.count) elements")
    }

    func noElement(at key: TreeKey) -> DecodingError {
        .typeMismatch(
            [TreeValue].self,
            explanation(
                "an array has the keys 0, 1, and so on, but here is \(key.text.debugDescription)"))
    }

    /// Returns the error for another kind of value, or for none.
    func mismatch(
        _ type: Any.Type, _ expected: String, _ value: TreeValue?, at key: TreeKey? = nil
    ) -> DecodingError {
        if let value {
            let reason = "\(name(of: type)) is stored as \(expected), but here \(value.kind)"
            return .typeMismatch(type, explanation(reason, at: key))
        }
        guard let key else { return missing(type, "\(type) needs a value, but there is none") }
        return .keyNotFound(
            TreeCodingKey(key), explanation("\(type) needs a value, but there is none"))
    }

    func unfit(_ type: Any.Type, _ number: TreeValue?, at key: TreeKey?) -> DecodingError {
        corrupted("\(number.map { "\($0)" } ?? "nothing") doesn't fit into \(type)", at: key)
    }

    func notTheText(of type: Any.Type, at key: TreeKey) -> DecodingError {
        .notTheText(key.text, of: type, at: codingPath + [codingKey(key)])
    }

    private func name(of type: Any.Type) -> String {
        switch type {
        case is [TreeValue].Type: "an array"
        case is [TreeKey: TreeValue].Type: "a model"
        default: "\(type)"
        }
    }

    private func explanation(_ reason: String, at key: TreeKey? = nil) -> DecodingError.Context {
        let path = codingPath + (key.map { [codingKey($0)] } ?? [])
        return DecodingError.Context(codingPath: path, debugDescription: reason)
    }
}

extension DecodingError {
    static func notTheText(
        _ text: String, of type: Any.Type, at path: [any CodingKey]
    ) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: path,
                debugDescription: "\(InvalidPathKey.unsuitable(text, type: "\(type)"))"))
    }
}

extension TreeValue {
    fileprivate var kind: String {
        switch self {
        case .bool: "is a bool"
        case .integer, .double: "is a number"
        case .string: "is a string"
        case .children: "are children"
        }
    }
}
