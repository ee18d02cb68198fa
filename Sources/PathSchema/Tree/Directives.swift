/// The keys with a meaning for the language. They begin with `$`, which no key of a database may
/// contain.
enum DirectiveName: String, CaseIterable {
    case type = "$type"
    case name = "$name"
    case member = "$member"
    case singular = "$singular"
    case doc = "$doc"
    case deprecated = "$deprecated"
    case options = "$options"
    case schema = "$schema"
    case comment = "$comment"
}

/// A directive that has a text.
struct Directive: Sendable {
    let name: DirectiveName
    /// Where its name stands.
    let key: SourceRange
    let text: Located<String>
}

/// What the directives of one node say of it; nothing, for most.
public struct Directives: Sendable {
    /// In document order.
    private(set) var all: [Directive] = []

    /// The text of a directive. Inlined, since most nodes have none.
    @inline(__always)
    subscript(name: DirectiveName) -> Located<String>? {
        for directive in all where directive.name == name { return directive.text }
        return nil
    }

    mutating func append(_ directive: Directive) {
        all.append(directive)
    }
}
