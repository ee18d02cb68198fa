import PathSchema

/// Parsing of paths, and of the paths nested in their bodies.
extension BoltParser {
    mutating func parsePath(
        below parent: [BoltFile.Component], depth: Int
    ) throws(ImportError) {
        var path = BoltFile.PathDeclaration(components: parent, offset: scanner.offset)
        guard scanner.token == .symbol("/") else {
            throw scanner.unexpected("expected a path that begins with '/'")
        }
        while try scanner.accept("/") {
            if let component = try parseComponent() { path.components.append(component) }
        }
        guard path.components.count <= KeyRules.maximumDepth, depth < Self.maximumDepth else {
            throw scanner.error(
                "the path has more than \(KeyRules.maximumDepth) keys; Firebase allows no longer ones",
                at: path.offset)
        }
        if try scanner.accept(.word("is")) { path.type = try parseTypeExpression(depth: 0) }
        // The path is added before those in its body, so that parents come first.
        let index = file.paths.count
        file.paths.append(path)
        if try scanner.accept("{") {
            while try !scanner.accept("}") {
                try parseMember(ofPathAt: index, below: path.components, depth: depth)
            }
        }
    }

    private mutating func parseMember(
        ofPathAt index: Int, below components: [BoltFile.Component], depth: Int
    ) throws(ImportError) {
        switch scanner.token {
        case .symbol(";"), .symbol(","):
            try scanner.advance()
        case .symbol("/"):
            try parsePath(below: components, depth: depth + 1)
        case .word("path"):
            try scanner.advance()
            try parsePath(below: components, depth: depth + 1)
        case .word:
            let function = try parseFunction()
            if function.name == "index" {
                file.paths[index].index += function.texts
            } else {
                file.ruleMethods += 1
            }
        default:
            throw scanner.unexpected("expected a path, a method, or '}'")
        }
    }

    private mutating func parseComponent() throws(ImportError) -> BoltFile.Component? {
        if try beginsCapture {
            try scanner.advance()
            let name = try parseName("the name of a key")
            // The older notation for a capture: `{uid=*}`.
            if try scanner.accept("=") { try scanner.expect("*", "after '='") }
            try scanner.expect("}", "after the name of a key")
            return .capture(name)
        }
        switch scanner.token {
        case .word("is"): return nil
        case .word(let word) where word.hasPrefix("$"):
            try scanner.advance()
            return .capture(String(word.dropFirst()))
        case .word, .text: return .key(try parseKey("a key"))
        default: return nil
        }
    }

    /// Whether the next tokens are a capture `{uid}` or `{uid=*}`, rather than the body of the
    /// root.
    private var beginsCapture: Bool {
        get throws(ImportError) {
            var ahead = scanner
            guard try ahead.accept("{"), case .word(let word) = ahead.token, word != "path" else {
                return false
            }
            try ahead.advance()
            return ahead.token != .symbol("(")
        }
    }
}
