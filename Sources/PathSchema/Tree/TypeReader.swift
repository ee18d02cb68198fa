/// Reads type references, and remembers them: a schema has few, and many of each.
struct TypeReader {
    let document: JSONDocument
    /// The texts of the schema, which gain those of types in their canonical spelling.
    var names: NameTable
    /// The types that have been read, by their canonical spelling.
    private(set) var types: [Name: TypeReference] = [:]
    /// For a text, the name of the type that it means.
    private var known = NameMap<Name?>(nil)

    init(document: JSONDocument, names: NameTable) {
        self.document = document
        self.names = names
    }

    /// - Parameter use: what the string is for, and how it is written: the advice if it is no type.
    mutating func read(
        _ string: Int, as use: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<Name>? {
        let written = document.nodes[string].name
        let range = document.range(of: string)
        if let type = known[written] { return Located(type, at: range) }
        do {
            let type = name(of: try TypeReferenceParser.parse(names[written]))
            known[written] = type
            return Located(type, at: range)
        } catch {
            let place = error.bytes.map { document.range(of: $0, in: string) } ?? range
            error.report(names[written], at: place, as: use, to: &diagnostics)
            return nil
        }
    }

    /// The name of a type, by which the tree refers to it.
    mutating func name(of type: TypeReference) -> Name {
        let name = names.name(of: type.text)
        types[name] = type
        for name in type.lookedUpNames {
            _ = names.name(of: name)
        }
        return name
    }
}

extension TypeReferenceError {
    func report(
        _ text: String, at range: SourceRange, as use: String, to diagnostics: inout Diagnostics
    ) {
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason.map { ": \($0)" } ?? "")",
            at: range, advice: advice ?? use)
    }
}

extension JSONDocument {
    /// The range of some bytes of a string's text; of all the string, if escapes hide where they are.
    func range(of bytes: Range<Int>, in string: Int) -> SourceRange {
        let range = range(of: string)
        return nodes[string].hasEscapes || nodes[string].bytes.isEmpty
            ? range : range.slice(from: bytes.lowerBound, count: bytes.count)
    }
}
