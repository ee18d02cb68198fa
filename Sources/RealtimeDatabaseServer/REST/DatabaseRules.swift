import TypedDatabase

/// The rules of the database: who may read and write what, and which indexes there are.
///
/// Of conditions only `true`, `false`, `auth != null` and `auth == null` are understood. Any other
/// is taken for the ``fallback``.
struct DatabaseRules: Sendable {
    /// The rules as they were sent.
    let text: [UInt8]

    private let root: JSONValue
    private let fallback: Bool

    /// - Parameter isOpen: whether everybody may read and write everything, or nobody anything.
    init(isOpen: Bool) {
        let text =
            "{\n  \"rules\": {\n    \".read\": \(isOpen),\n    \".write\": \(isOpen)\n  }\n}\n"
        self.text = Array(text.utf8)
        root = .object([
            Self.member(".read", isOpen), Self.member(".write", isOpen),
        ])
        fallback = isOpen
    }

    private static func member(_ key: String, _ value: Bool) -> JSONValue.Member {
        JSONValue.Member(
            key: key, position: JSONPosition(line: 1, column: 1), value: .scalar(.bool(value)))
    }

    /// Reads rules, which are JSON with comments.
    init(_ text: [UInt8], fallback: Bool) throws(ServiceError) {
        let json: JSONValue
        do {
            json = try JSONReader.read(text, allowsComments: true)
        } catch {
            throw ServiceError(400, "Invalid rules at \(error.position): \(error.reason).")
        }
        guard let root = json["rules"], case .object = root else {
            throw ServiceError(400, "Invalid rules: there is no object \"rules\".")
        }
        self.text = text
        self.root = root
        self.fallback = fallback
    }

    enum Access: String {
        case read = ".read"
        case write = ".write"
    }

    /// Whether a rule at the place or above it allows it.
    func allow(_ access: Access, at place: TreePlace, to identity: Identity) -> Bool {
        if case .administrator = identity { return true }
        return nodes(to: place).contains { node in
            node[access.rawValue].map { isTrue($0, for: identity) } ?? false
        }
    }

    /// Whether there is an index for queries at a place: by value, or by a child.
    func declareIndex(_ index: String, at place: TreePlace) -> Bool {
        let nodes = nodes(to: place)
        guard nodes.count == place.depth + 1, let declared = nodes.last?[".indexOn"] else {
            return false
        }
        switch declared {
        case .array(let elements): return elements.contains { $0.text == index }
        default: return declared.text == index
        }
    }

    /// The rules at the root and for each further key, as far as there are any.
    private func nodes(to place: TreePlace) -> [JSONValue] {
        var nodes = [root]
        for key in place.keys {
            guard let node = nodes.last.flatMap({ $0[key.text] ?? $0.wildcard }) else { break }
            nodes.append(node)
        }
        return nodes
    }

    private func isTrue(_ condition: JSONValue, for identity: Identity) -> Bool {
        if case .scalar(.bool(let value)) = condition { return value }
        switch condition.text?.filter({ $0 != " " }) {
        case "true": return true
        case "false": return false
        case "auth!=null", "auth!==null": return identity != .anonymous
        case "auth==null", "auth===null": return identity == .anonymous
        default: return fallback
        }
    }
}

extension JSONValue {
    /// The member whose key begins with `$`.
    fileprivate var wildcard: JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key.hasPrefix("$") }?.value
    }
}
