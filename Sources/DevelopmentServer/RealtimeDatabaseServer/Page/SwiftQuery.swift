import PathCodegen
import PathSchema
import TypedDatabase

/// The Swift call of a query.
struct SwiftQuery {
    let position: SchemaPosition
    let selection: TreeSelection

    /// The call, as in `database.children(of: Path().players).ordered(by: \.score).last(50)`;
    /// `nil` if the place is no collection of the schema, or a bound can't be written.
    var text: String? {
        guard let path = position.swift, let keyType = position.keyType else { return nil }
        var isChecked = path.hasPrefix("try ")
        var text = "database.children(of: \(isChecked ? String(path.dropFirst(4)) : path))"
        switch selection.order {
        case .key: break
        case .value:
            guard areBounds(of: position.child("").type) else { return nil }
            text += ".orderedByValue()"
        case .child(let place):
            let keys = place.keys.map(\.text)
            let element = position.child("")
            if let keyPath = element.keyPath(to: keys), areBounds(of: element.descendant(keys).type)
            {
                text += ".ordered(by: \(keyPath))"
            } else {
                guard areBounds(of: nil) else { return nil }
                text += ".ordered(byChild: \(SwiftLiteral.quoted(place.description)))"
            }
        }
        if let lower = selection.lower, lower == selection.upper, lower.isInclusive {
            guard let value = expression(lower.position, keyType, &isChecked) else { return nil }
            text += ".equal(to: \(value))"
        } else {
            for (bound, names) in [
                (selection.lower, ("starting(at:", "starting(after:")),
                (selection.upper, ("ending(at:", "ending(before:")),
            ] {
                guard let bound else { continue }
                guard let value = expression(bound.position, keyType, &isChecked) else {
                    return nil
                }
                text += ".\(bound.isInclusive ? names.0 : names.1) \(value))"
            }
        }
        switch selection.limit {
        case nil: break
        case .first(let count)?: text += ".first(\(count))"
        case .last(let count)?: text += ".last(\(count))"
        }
        return isChecked ? SwiftKey.trying(text) : text
    }

    /// Whether literals of the bounds can be values of a type; of any scalar for `nil`.
    private func areBounds(of type: String?) -> Bool {
        [selection.lower, selection.upper].allSatisfy { bound in
            guard case .value(let value, _)? = bound?.position else { return true }
            guard let type else { return value != nil }
            let scalar = Scalar(typeName: type.hasSuffix("?") ? String(type.dropLast()) : type)
            return switch (value, scalar) {
            case (nil, _): type.hasSuffix("?")
            case (.string?, .string), (.bool?, .bool), (.double?, .double): true
            case (.integer?, .integer), (.integer?, .double): true
            default: false
            }
        }
    }

    private func expression(
        _ position: TreePosition, _ keyType: String, _ isChecked: inout Bool
    ) -> String? {
        switch position {
        case .key(let key):
            isChecked = isChecked || SwiftKey.isChecked(key.text, type: keyType)
            return SwiftKey.expression(key.text, type: keyType)
        case .value(nil, nil): return "nil"
        case .value(.string(let text)?, nil): return SwiftLiteral.quoted(text)
        case .value(let value?, nil):
            return String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        case .value(_, _?): return nil
        }
    }
}
