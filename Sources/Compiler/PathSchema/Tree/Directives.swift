/// Keys with a meaning in the schema language. They begin with `$`, which database keys can't
/// contain.
enum DirectiveName: String, CaseIterable {
    case type = "$type"
    case name = "$name"
    case member = "$member"
    case singular = "$singular"
    case property = "$property"
    case index = "$index"
    case firestore = "$firestore"
    case doc = "$doc"
    case deprecated = "$deprecated"
    case was = "$was"
    case options = "$options"
    case schema = "$schema"
    case comment = "$comment"
}

/// A directive with a text.
struct Directive: Sendable {
    let name: DirectiveName
    /// The source range of the directive's name.
    let key: SourceRange
    let text: Located<String>

    /// The text of `"$property": false`.
    static let noProperty = ""
}

/// The directives of a node, mostly none.
struct Directives: Sendable {
    /// The directives with a text, in document order.
    var all: [Directive] = []
    /// The children by which a collection is ordered.
    var index: WrittenIndex?
    /// The keys that the node had in earlier versions of the schema.
    var formerKeys: FormerKeys?
    /// The options for generated code, at the root only.
    var options = WrittenOptions()

    /// Returns the text of a directive.
    subscript(name: DirectiveName) -> Located<String>? {
        if all.isEmpty { return nil }
        return all.first { $0.name == name }?.text
    }
}
