/// The keys with a meaning for the language. They begin with `$`, which no key of a database may
/// contain.
enum DirectiveName: String, CaseIterable {
    case type = "$type"
    case name = "$name"
    case member = "$member"
    case singular = "$singular"
    case index = "$index"
    case doc = "$doc"
    case deprecated = "$deprecated"
    case options = "$options"
    case schema = "$schema"
    case comment = "$comment"
}

/// A directive that has a text.
struct Directive: Sendable {
    let name: DirectiveName
    /// Where its name is.
    let key: SourceRange
    let text: Located<String>
}

/// The directives of one node; most have none.
struct Directives: Sendable {
    /// Those that have a text, in document order.
    private(set) var all: [Directive] = []
    /// The children that a collection is ordered by.
    var index: WrittenIndex?
    /// The root's options for the generated code.
    var options = WrittenOptions()

    /// The text of a directive.
    subscript(name: DirectiveName) -> Located<String>? {
        if all.isEmpty { return nil }
        return all.first { $0.name == name }?.text
    }

    mutating func append(_ directive: Directive) {
        all.append(directive)
    }
}
