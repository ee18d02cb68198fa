/// Reads type references, and remembers them: a schema has few, and many of each.
struct TypeReader {
    let document: JSONDocument
    private var types: [String: TypeReference] = [:]

    init(document: JSONDocument) {
        self.document = document
    }

    /// - Parameter use: what the string is for, in the words of the advice.
    mutating func read(
        _ string: Int, as use: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<TypeReference>? {
        let text = document.text(of: string)
        let range = document.range(of: string)
        if let type = types[text] { return Located(type, at: range) }
        do {
            let type = try TypeReferenceParser.parse(text)
            types[text] = type
            return Located(type, at: range)
        } catch {
            let place = error.bytes.map { document.range(of: $0, in: string) } ?? range
            error.report(text, at: place, as: use, to: &diagnostics)
            return nil
        }
    }
}

extension TypeReferenceError {
    func report(
        _ text: String, at range: SourceRange, as use: String, to diagnostics: inout Diagnostics
    ) {
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason.map { ": \($0)" } ?? "")",
            at: range, advice: advice ?? "\(use), as in \"Message\" or \"[String: Bool]\"")
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
