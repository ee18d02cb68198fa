/// An agreement between a schema and the app's types, for Swift's compiler to check.
package struct SchemaCheck: Sendable {
    package enum Kind: Sendable {
        /// A type exists.
        case type(String)
        /// A type can be that of keys.
        case keyType(String)
        /// A model has a property, of exactly this type if there is one. A date may also be a
        /// `StoredTime` of the runtime.
        case property(String, of: String, type: String?)
    }

    package internal(set) var kind: Kind

    /// The part of the schema that names the type or the property.
    let range: SourceRange

    /// The file, by its index among the schema's files.
    package var file: Int { range.source }

    /// The line in that file, counted from 1.
    package internal(set) var line = 0

    init(_ kind: Kind, at range: SourceRange) {
        self.kind = kind
        self.range = range
    }
}

extension Schema {
    /// Finds the line of each check.
    mutating func locateChecks(in sources: [SourceText]) {
        guard !checks.isEmpty else { return }
        let lines = sources.map(SourceLines.init)
        for index in checks.indices {
            let range = checks[index].range
            checks[index].line = lines[range.source].position(of: range.lower).line
        }
    }
}
