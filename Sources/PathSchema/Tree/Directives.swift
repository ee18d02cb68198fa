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

/// What the directives of one node say of it; nothing, for most.
public struct Directives: Sendable {
    private var texts: [(name: DirectiveName, text: Located<String>)] = []

    /// The text of a directive that has one.
    subscript(name: DirectiveName) -> Located<String>? {
        get { texts.first { $0.name == name }?.text }
        set {
            texts.removeAll { $0.name == name }
            if let newValue { texts.append((name, newValue)) }
        }
    }

    /// The directives in document order.
    var all: [(name: DirectiveName, text: Located<String>)] { texts }
}
