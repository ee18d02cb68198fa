import PathCodegen
import TypedDatabase

/// The Swift call of a query.
struct SwiftQuery {
    let position: SchemaPosition
    let selection: TreeSelection

    /// The call, as in `database.children(of: Path().players).ordered(by: \.score).last(50)`;
    /// `nil` if the place is no collection of the schema, or a bound can't be written.
    var text: String? {
        guard let path = position.swift, let keyType = position.keyType else { return nil }
        var text = "database.children(of: \(path))"
        switch selection.order {
        case .key: break
        case .value: text += ".orderedByValue()"
        case .child(let place):
            let keyPath = position.child("").keyPath(to: place.keys.map(\.text))
            text +=
                keyPath.map { ".ordered(by: \($0))" }
                ?? ".ordered(byChild: \(SwiftLiteral.quoted(place.description)))"
        }
        if let lower = selection.lower, lower == selection.upper, lower.isInclusive {
            guard let value = expression(lower.position, keyType) else { return nil }
            text += ".equal(to: \(value))"
        } else {
            for (bound, names) in [
                (selection.lower, ("starting(at:", "starting(after:")),
                (selection.upper, ("ending(at:", "ending(before:")),
            ] {
                guard let bound else { continue }
                guard let value = expression(bound.position, keyType) else { return nil }
                text += ".\(bound.isInclusive ? names.0 : names.1) \(value))"
            }
        }
        switch selection.limit {
        case nil: return text
        case .first(let count)?: return text + ".first(\(count))"
        case .last(let count)?: return text + ".last(\(count))"
        }
    }

    private func expression(_ position: TreePosition, _ keyType: String) -> String? {
        switch position {
        case .key(let key): SwiftKey.expression(key.text, type: keyType)
        case .value(nil, nil): "nil"
        case .value(.string(let text)?, nil): SwiftLiteral.quoted(text)
        case .value(let value?, nil):
            String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        case .value(_, _?): nil
        }
    }
}
