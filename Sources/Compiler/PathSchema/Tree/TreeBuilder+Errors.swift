/// Reporting of values and objects that are no nodes.
extension TreeBuilder {
    mutating func isTooDeep(_ node: Tree, at place: NodePlace) -> Bool {
        guard place.depth > KeyRules.maximumDepth else { return false }
        diagnostics.error(
            "this key is nested more than \(KeyRules.maximumDepth) levels deep",
            at: node.keyRange, advice: "Firebase allows no deeper paths")
        return true
    }

    mutating func reportNothing(in object: JSONNode, at place: NodePlace) {
        guard case .object(let members) = object.value, let first = members.first else {
            diagnostics.error(
                "this object has neither a type nor children", at: object.bytes,
                advice: "a node names a type, as in \"name\": \"String\", or has children")
            return
        }
        let advice =
            switch (place.kind, first.key.text) {
            case (.root, _):
                "a schema has children, as in { \"users\": { \"<userId>\": \"User\" } }"
            case (_, "$name"): "a branch has children: { \"$name\": \"…\", \"title\": \"String\" }"
            case (_, "$singular"):
                "a collection has a placeholder: { \"$singular\": \"…\", \"<id>\": \"Message\" }"
            case (_, let directive):
                "a value has a type: { \"$type\": \"String\", \"\(directive)\": … }; anything else has children"
            }
        diagnostics.error("there are only directives here", at: object.bytes, advice: advice)
    }

    static let typeOfBooleans = "the type of true and false is \"Bool\""
    static let typesOfNumbers = "the types of numbers are \"Int\" and \"Double\""

    mutating func reportUnsuitable(_ value: JSONNode) {
        guard !value.isIncomplete else { return }
        let advice =
            switch value.value {
            case .array:
                "a list is a collection, as in { \"<id>\": \"Type\" }; a leaf of type \"[Type]\" holds one"
            case .boolean: Self.typeOfBooleans
            case .number: Self.typesOfNumbers
            case .null:
                "a value that may be missing has a type with a question mark, as in \"String?\""
            default: "a leaf names the Swift type of its value, as in \"String\" or \"Int?\""
            }
        diagnostics.error(
            "\(value.description) can't be a node of a schema", at: value.range, advice: advice)
    }
}
