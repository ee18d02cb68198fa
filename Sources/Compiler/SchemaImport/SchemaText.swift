import PathSchema

/// Writes a schema in a handwritten style: short objects on one line, other objects with one line
/// per child.
struct SchemaText {
    fileprivate static let width = 80

    static func text(of draft: SchemaDraft) -> String {
        value(of: draft.root, in: draft).text(at: 0, after: 0) + "\n"
    }

    /// JSON that is yet to be laid out.
    fileprivate enum JSON {
        case string(String)
        case list([String])
        case object([(key: String, value: JSON)])
    }

    /// - Parameter property: the name of the model's property, if it isn't that of the member.
    private static func value(
        of node: DraftNode, property: String? = nil, in draft: SchemaDraft
    ) -> JSON {
        let type = node.type.map { node.isOptional ? "\($0)?" : $0 }
        if let type, node.children.isEmpty, property == nil, !node.hasDirectives {
            return .string(type)
        }
        var members: [(String, JSON)] = []
        let directives = [
            ("$type", type), ("$name", node.name), ("$member", node.member),
            ("$property", property), ("$singular", node.singular),
        ]
        for case (let key, let text?) in directives { members.append((key, .string(text))) }
        if !node.index.isEmpty {
            members.append(
                ("$index", node.index.count == 1 ? .string(node.index[0]) : .list(node.index)))
        }
        if !node.comments.isEmpty {
            members.append(("$comment", .string(node.comments.joined(separator: "; "))))
        }
        let properties = properties(of: node, in: draft)
        return .object(
            members
                + node.children.map { child in
                    let name = properties[child.schemaKey]
                    let isOther = name != child.member ?? SwiftNames.member(for: child.schemaKey)
                    return (
                        child.schemaKey, value(of: child, property: isOther ? name : nil, in: draft)
                    )
                })
    }

    /// Returns the names of the properties of a node's model, by key.
    private static func properties(of node: DraftNode, in draft: SchemaDraft) -> [String: String] {
        guard let model = node.model else { return [:] }
        let fields = ModelFields(models: draft.models, choices: draft.choices)
            .fields(of: draft.models[model])
        return Dictionary(fields.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

extension DraftNode {
    fileprivate var hasDirectives: Bool {
        name != nil || member != nil || singular != nil || !index.isEmpty || !comments.isEmpty
    }

    fileprivate var schemaKey: String {
        switch key {
        case .root: ""
        case .named(let key): key
        case .placeholder(let name, nil): "<\(name)>"
        case .placeholder(let name, let type?): "<\(name): \(type)>"
        }
    }
}

// MARK: - Layout

extension SchemaText.JSON {
    /// Returns the text of a value that begins at a column, inside an indented object.
    fileprivate func text(at indentation: Int, after column: Int) -> String {
        if let line, column + line.count <= SchemaText.width { return line }
        guard case .object(let members) = self else { return line ?? "" }
        let inner = String(repeating: " ", count: indentation + 2)
        let lines = members.map { key, value in
            let key = "\(inner)\(JSONText.quoted(key)): "
            return key + value.text(at: indentation + 2, after: key.count + 1)
        }
        return
            "{\n\(lines.joined(separator: ",\n"))\n\(String(repeating: " ", count: indentation))}"
    }

    /// The value on one line, if that is allowed: for an object of texts only, or of a single
    /// member.
    private var line: String? {
        switch self {
        case .string(let text): return JSONText.quoted(text)
        case .list(let texts): return "[\(texts.map(JSONText.quoted).joined(separator: ", "))]"
        case .object(let members):
            guard members.count == 1 || members.allSatisfy(\.value.isText) else { return nil }
            let texts = members.map { key, value in
                value.line.map { "\(JSONText.quoted(key)): \($0)" }
            }
            guard texts.allSatisfy({ $0 != nil }) else { return nil }
            return "{ \(texts.compactMap { $0 }.joined(separator: ", ")) }"
        }
    }

    private var isText: Bool {
        if case .object = self { false } else { true }
    }
}

// MARK: - Notes

/// A note in its written form.
package struct WrittenNote: Hashable, Sendable {
    /// The place, as in `chatrooms/<chatroomId>/name`, or several places.
    package let place: String
    package let message: String
    /// Where the reason is in the source; of several places, at the first.
    package let position: SourceLines.Position?
}

/// Writes notes: each names its places, its length is limited, and notes with one message are
/// merged.
struct NotesText {
    let places: PlaceNames

    /// The maximum length of a note, including its place.
    private static let maximumLength = 290
    /// The maximum number of places that a note lists.
    private static let maximumPlaces = 5
    /// The number of notes with one message from which the notes are merged.
    private static let manyNotes = 3

    func notes(_ notes: [ImportNote]) -> [WrittenNote] {
        var groups: [[ImportNote]] = []
        var positions: [String: Int] = [:]
        for note in notes {
            if let position = positions[note.message] {
                groups[position].append(note)
            } else {
                positions[note.message] = groups.count
                groups.append([note])
            }
        }
        return groups.flatMap { group in
            group.count < Self.manyNotes ? group.map(single) : [common(group)]
        }
    }

    private func single(_ note: ImportNote) -> WrittenNote {
        let place = Self.shortened(places.text(of: note.place), to: 140)
        var message = note.message
        if let other = note.other {
            message += " '\(Self.shortened(places.text(of: other), to: 80))'"
        }
        if let detail = note.detail { message += ": \(detail)" }
        return WrittenNote(
            place: place, message: Self.cut(message, to: Self.maximumLength - place.count),
            position: note.position)
    }

    private func common(_ notes: [ImportNote]) -> WrittenNote {
        let message = Self.cut(notes[0].message, to: 120)
        let room = Self.maximumLength - message.count - " and 1000000 more".count
        var texts: [String] = []
        for note in notes {
            let text = Self.shortened(places.text(of: note.place), to: 140)
            guard !texts.contains(text) else { continue }
            let length = texts.reduce(text.count) { $0 + $1.count + 2 }
            guard length <= room, texts.count < Self.maximumPlaces else { break }
            texts.append(text)
        }
        let others = Set(notes.map(\.place)).count - texts.count
        let list =
            others > 0
            ? "\(texts.joined(separator: ", ")) and \(others) more"
            : texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
        return WrittenNote(place: list, message: message, position: notes[0].position)
    }

    /// Returns a text with its middle removed, if it is too long.
    private static func shortened(_ text: String, to length: Int) -> String {
        guard text.count > length else { return text }
        return "\(text.prefix(length / 3))…\(text.suffix(length - length / 3 - 1))"
    }

    private static func cut(_ text: String, to length: Int) -> String {
        text.count > length ? "\(text.prefix(length - 1))…" : text
    }
}
