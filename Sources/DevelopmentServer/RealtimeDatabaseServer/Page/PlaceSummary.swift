import TypedDatabase

/// A place's value, shortened to fit a row.
enum PlaceSummary: Sendable {
    case nothing
    case scalar(TreeValue)
    /// The first children, whether there are more, and the required ones that aren't there.
    case children([(key: TreeKey, value: TreeValue?)], hasMore: Bool, missing: [String])
}

extension PlaceSummary {
    /// The maximum number of children in a summary.
    private static let childCount = 4

    /// Reads the summary of a place, however many children it has: those that the schema lists in
    /// its order, and then others.
    init(
        of place: TreePlace, _ position: SchemaPosition?, in engine: any DatabaseEngine
    ) async throws {
        let first = TreeSelection(limit: .first(Self.childCount + 1))
        guard case .children(let keys) = try await engine.keys(of: place, first) else {
            let value = try await engine.read(place, .all).value
            self = value.map { .scalar($0) } ?? .nothing
            return
        }
        var shown: [TreeKey] = []
        for key in (position?.listedKeys ?? []).map({ TreeKey($0) }) {
            guard shown.count < Self.childCount else { break }
            if try await engine.exists(place.appending(key)) { shown.append(key) }
        }
        shown += keys.filter { !shown.contains($0) }.prefix(Self.childCount - shown.count)
        var children: [(key: TreeKey, value: TreeValue?)] = []
        for key in shown {
            let child = place.appending(key)
            let isBranch =
                try await engine.keys(of: child, TreeSelection(limit: .first(1))).count > 0
            children.append((key, isBranch ? nil : try await engine.read(child, .all).value))
        }
        var missing: [String] = []
        for key in position?.requiredKeys ?? [] {
            if !(try await engine.exists(place.appending(TreeKey(key)))) { missing.append(key) }
        }
        self = .children(children, hasMore: keys.count > Self.childCount, missing: missing)
    }

    /// The value for a check of its type; `nil` if there is nothing to check.
    var kind: StoredKind? {
        switch self {
        case .nothing: nil
        case .scalar(let value): StoredKind(value)
        case .children: .children
        }
    }
}

// MARK: - JSON

extension PlaceSummary {
    /// The members of a row: `kind`, `text`, for a long string, its number of bytes, and for a number
    /// that the schema has as a time, `isTime`.
    func row(key: TreeKey?, _ position: SchemaPosition?) -> PageJSON {
        var preview: PageJSON?
        var value: ShortValue?
        switch self {
        case .nothing: break
        case .scalar(let scalar): value = ShortValue(scalar, length: 300)
        case .children(let children, let hasMore, _):
            preview = .list(
                children.map { key, value in
                    guard let value else { return .object(["key": .text(key.text)]) }
                    let short = ShortValue(value, length: 40)
                    return .object([
                        "key": .text(key.text), "kind": .text(short.kind),
                        "text": .text(short.text),
                        "size": short.size.map { .number($0) },
                        "isTime": Self.isTime(short, position?.child(key.text)),
                    ])
                } + (hasMore ? [.object([:])] : []))
        }
        return .object([
            "key": (key?.text).map { .text($0) },
            "kind": .text(preview == nil ? value?.kind ?? "nothing" : "children"),
            "text": (value?.text).map { .text($0) }, "size": (value?.size).map { .number($0) },
            "isTime": value.flatMap { Self.isTime($0, position) }, "preview": preview,
            "type": (position?.type).map { .text($0) },
            "swift": (position?.swift).map { .text($0) },
            "note": (position?.note).map { .text($0) },
            "misfit": misfit(at: position).map { .text($0) },
        ])
    }

    private static func isTime(_ value: ShortValue, _ position: SchemaPosition?) -> PageJSON? {
        value.kind == "number" && position?.isTime == true ? .flag(true) : nil
    }

    private func misfit(at position: SchemaPosition?) -> String? {
        if let reason = kind.flatMap({ position?.misfit(of: $0) }) { return reason }
        guard case .children(_, _, let missing) = self else { return nil }
        return SchemaPosition.misfit(ofMissing: missing)
    }

    /// A row for a value that the user can't read.
    static func hiddenRow(key: TreeKey?, _ position: SchemaPosition?) -> PageJSON {
        .object([
            "key": (key?.text).map { .text($0) }, "kind": "hidden",
            "type": (position?.type).map { .text($0) },
            "swift": (position?.swift).map { .text($0) },
        ])
    }
}

/// A scalar as text. Numbers are text so that JavaScript doesn't round them.
private struct ShortValue {
    let kind: String
    let text: String
    /// The number of bytes of a string that is cut.
    var size: Int?

    init(_ value: TreeValue, length: Int) {
        switch value {
        case .string(let string):
            kind = "string"
            // Counting bytes is fast, whatever the length.
            let isShort = string.utf8.count <= length
            text =
                isShort
                ? string : String(String.UnicodeScalarView(string.unicodeScalars.prefix(length)))
            if text.utf8.count < string.utf8.count { size = string.utf8.count }
        case .bool, .integer, .double:
            if case .bool = value { kind = "boolean" } else { kind = "number" }
            text = String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        case .children:
            kind = "children"
            text = ""
        }
    }
}
