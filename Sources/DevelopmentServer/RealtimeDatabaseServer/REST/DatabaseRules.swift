import SecurityRules
import TypedDatabase

/// The rules of the database: read and write access, and indexes.
///
/// The understood conditions are `true`, `false`, `auth != null` and `auth == null`. The fallback
/// replaces any other.
struct DatabaseRules: Sendable {
    /// The rules as they were sent.
    let text: [UInt8]

    /// The rules of the root.
    private let root: TreeValue?
    private let fallback: Bool

    /// - Parameter isOpen: whether everybody has full access, or nobody any.
    init(isOpen: Bool) {
        root = [".read": .bool(isOpen), ".write": .bool(isOpen)]
        text = ServiceJSONWriter.bytes(ofObject: [("rules", root)], isPretty: true)
        fallback = isOpen
    }

    /// Parses rules, which are JSON with comments.
    ///
    /// - Parameter fallback: the result of conditions that aren't understood.
    init(_ text: [UInt8], fallback: Bool) throws(ServiceError) {
        let rules: TreeValue?
        do {
            rules = try JSONReader.value(RulesComments.blanked(text))
        } catch {
            throw .invalidRules(error.reason, at: error.offset, in: text)
        }
        guard case .children? = rules?.children["rules"] else {
            throw ServiceError(400, "Invalid rules: there is no object \"rules\"")
        }
        self.text = text
        root = rules?.children["rules"]
        self.fallback = fallback
    }

    enum Access: TreeKey {
        case read = ".read"
        case write = ".write"
    }

    /// Whether a rule at the place or above it allows access.
    func allow(_ access: Access, at place: TreePlace, to identity: Identity) -> Bool {
        if case .administrator = identity { return true }
        return nodes(to: place).contains { isTrue($0[access.rawValue], for: identity) }
    }

    /// Whether the rules declare an index for queries at a place: by `.value`, or by a child.
    func declareIndex(_ index: String, at place: TreePlace) -> Bool {
        let nodes = nodes(to: place)
        guard nodes.count == place.depth + 1, let declared = nodes.last?[".indexOn"] else {
            return false
        }
        return declared == .string(index)
            || declared.children.contains { $0.value == .string(index) }
    }

    /// Returns the rules of the root and of each further key, until a key has none.
    private func nodes(to place: TreePlace) -> [TreeChildren] {
        var nodes = [root?.children ?? TreeChildren()]
        for key in place.keys {
            guard let node = nodes.last.flatMap({ $0[key] ?? Self.wildcard(in: $0) }) else { break }
            nodes.append(node.children)
        }
        return nodes
    }

    /// Returns the rules of a wildcard, a key that begins with `$`.
    private static func wildcard(in node: TreeChildren) -> TreeValue? {
        node.first { $0.key.text.hasPrefix("$") }?.value
    }

    private func isTrue(_ condition: TreeValue?, for identity: Identity) -> Bool {
        switch condition {
        case .bool(let value)?: return value
        case .string(let text)?:
            switch text.filter({ $0 != " " }) {
            case "true": return true
            case "false": return false
            case "auth!=null", "auth!==null": return identity != .anonymous
            case "auth==null", "auth===null": return identity == .anonymous
            default: return fallback
            }
        default: return false
        }
    }
}
