/// The reason why a value doesn't decode, and the place.
struct CheckFailure {
    /// The place of the part that doesn't fit.
    let place: TreePlace
    /// The indices of those keys of the place that are elements' of a dictionary or an array.
    let elementDepths: Set<Int>
    /// The reason, with the value that was found.
    let reason: String
    /// The reason without values, which is that of all failures that count as the same.
    let cause: String

    /// - Parameters:
    ///   - value: the decoded value.
    ///   - root: the value's place.
    init(_ error: any Error, decoding value: TreeValue, at root: TreePlace) {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?:
            path = Self.path(context, besides: key)
            cause = "no value for key '\(key.stringValue)'"
            reason = cause
        case .typeMismatch(let type, let context)?:
            path = context.codingPath
            let found = (value as TreeValue?)[Self.place(path).relative(to: root)]
            cause = "expected \(Self.name(of: type)), found \(found.kind)"
            reason = "expected \(Self.name(of: type)), found \(found.shortened)"
        case .valueNotFound(let type, let context)?:
            path = context.codingPath
            cause = "expected \(Self.name(of: type)), found nothing"
            reason = cause
        case .dataCorrupted(let context)?:
            path = context.codingPath
            cause = "corrupted"
            reason = context.debugDescription
        default:
            path = root.codingPath
            cause = "\(type(of: error))"
            reason = "\(error)"
        }
        place = Self.place(path)
        elementDepths = Set(
            path.indices.filter { (path[$0] as? TreeCodingKey)?.isElement == true })
    }

    private static func path(
        _ context: DecodingError.Context, besides key: any CodingKey
    ) -> [any CodingKey] {
        let path = context.codingPath
        return path.last?.stringValue == key.stringValue ? path.dropLast() : path
    }

    private static func place(_ path: [any CodingKey]) -> TreePlace {
        TreePlace(path.map { TreeKey($0.stringValue) })
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is [TreeValue].Type: "an array"
        case is [TreeKey: TreeValue].Type: "a model"
        default: "\(type)"
        }
    }
}

extension TreeValue? {
    fileprivate var kind: String {
        switch self {
        case nil: "nothing"
        case .bool: "a bool"
        case .integer, .double: "a number"
        case .string: "a string"
        case .children: "children"
        }
    }
}

extension TreeValue? {
    /// The value, or a part of it that fits in a line.
    var shortened: String {
        switch self {
        case nil: return "nothing"
        case .children(let children):
            let keys = children.prefix(3).map(\.key.text).joined(separator: ", ")
            return "children (\(keys)\(children.count > 3 ? ", …" : ""))"
        case .string(let text):
            return text.count > 40
                ? "\(text.prefix(40).debugDescription)…" : text.debugDescription
        case let value?: return "\(value)"
        }
    }
}
