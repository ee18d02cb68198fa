/// Reads a Bolt file: `path` and `type` statements, and functions, which say nothing about shapes.
struct BoltParser {
    private var scanner: BoltScanner
    private var file = BoltFile()

    static func parse(_ source: String) throws -> BoltFile {
        var parser = BoltParser(scanner: BoltScanner(source))
        while try parser.scanner.peek() != .end {
            try parser.parseStatement()
        }
        return parser.file
    }

    private init(scanner: BoltScanner) {
        self.scanner = scanner
    }

    private mutating func parseStatement() throws {
        switch try scanner.peek() {
        case .word("type"):
            _ = try scanner.next()
            try parseType()
        case .word("path"):
            _ = try scanner.next()
            try parsePath(below: [], depth: 0)
        case .word("function"):
            _ = try scanner.next()
            try parseFunction()
        case .word:
            try parseFunction()
        case .symbol(";"):
            _ = try scanner.next()
        default:
            throw try scanner.unexpected("expected 'path', 'type' or 'function'")
        }
    }

    private mutating func parseName(_ what: String) throws -> String {
        switch try scanner.peek() {
        case .word(let name), .text(let name):
            _ = try scanner.next()
            return name
        default: throw try scanner.unexpected("expected \(what)")
        }
    }

    /// A function, or a method such as `validate()`: its parameters and its body.
    @discardableResult
    private mutating func parseFunction() throws -> (name: String, body: String) {
        let name = try parseName("the name of a function")
        try scanner.expect("(", "after the name of a function")
        while try !scanner.accept(")") {
            if try scanner.peek() == .end { throw try scanner.unexpected("expected ')'") }
            _ = try scanner.next()
        }
        if try scanner.accept("=") {
            scanner.skipExpression()
            return (name, "")
        }
        try scanner.expect("{", "before the body of a function")
        return (name, try scanner.skipBody())
    }
}

// MARK: - Types

extension BoltParser {
    private mutating func parseType() throws {
        let position = scanner.error("")
        let name = try parseName("the name of a type")
        var type = BoltFile.TypeDeclaration(line: position.line, column: position.column + 1)
        if try scanner.accept("<") {
            repeat {
                type.parameters.append(try parseName("the name of a type parameter"))
            } while try scanner.accept(",")
            try scanner.expect(">", "after the type parameters")
        }
        if try scanner.accept(.word("extends")) {
            type.base = try parseTypeExpression(depth: 0)
        } else if try scanner.accept("=") {
            type.base = try parseTypeExpression(depth: 0)
        }
        if try scanner.accept("{") {
            while try !scanner.accept("}") { try parseMember(of: &type) }
        }
        guard file.types[name] == nil else {
            throw ImportError(
                "a second type '\(name)'", line: type.line, column: type.column)
        }
        file.types[name] = type
    }

    private mutating func parseMember(of type: inout BoltFile.TypeDeclaration) throws {
        if try scanner.accept(",") || scanner.accept(";") { return }
        var ahead = scanner
        _ = try ahead.next()
        if try ahead.accept("(") {
            try parseFunction()
            return
        }
        let name = try parseName("a property, a method, or '}'")
        try scanner.expect(":", "after the name of a property")
        let property = BoltFile.Property(name: name, type: try parseTypeExpression(depth: 0))
        guard !type.properties.contains(where: { $0.name == name }) else {
            throw scanner.error("a second property '\(name)'")
        }
        type.properties.append(property)
    }

    private mutating func parseTypeExpression(depth: Int) throws -> BoltFile.TypeExpression {
        guard depth < 32 else { throw scanner.error("types are nested too deep") }
        var members = [try parseSingleType(depth: depth)]
        while try scanner.accept("|") { members.append(try parseSingleType(depth: depth)) }
        return members.count == 1 ? members[0] : .union(members)
    }

    private mutating func parseSingleType(depth: Int) throws -> BoltFile.TypeExpression {
        var type: BoltFile.TypeExpression
        if try scanner.accept("(") {
            type = try parseTypeExpression(depth: depth + 1)
            try scanner.expect(")", "after a type")
        } else {
            let name = try parseName("a type")
            var arguments: [BoltFile.TypeExpression] = []
            if try scanner.accept("<") {
                repeat {
                    arguments.append(try parseTypeExpression(depth: depth + 1))
                } while try scanner.accept(",")
                try scanner.expect(">", "after the arguments of '\(name)'")
            }
            type = .named(name, arguments: arguments)
        }
        while try scanner.accept("[") {
            try scanner.expect("]", "after '['")
            type = .map(type)
        }
        return type
    }
}

// MARK: - Paths

extension BoltParser {
    private mutating func parsePath(below parent: [BoltFile.Component], depth: Int) throws {
        guard depth < 32 else { throw scanner.error("paths are nested too deep") }
        var path = BoltFile.PathDeclaration(components: parent)
        guard try scanner.peek() == .symbol("/") else {
            throw try scanner.unexpected("expected a path that begins with '/'")
        }
        while try scanner.accept("/") {
            if let component = try parseComponent() { path.components.append(component) }
        }
        if try scanner.accept(.word("is")) { path.type = try parseTypeExpression(depth: 0) }
        // Before the paths in its body, so that parents come first.
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
    ) throws {
        switch try scanner.peek() {
        case .symbol(";"), .symbol(","):
            _ = try scanner.next()
        case .symbol("/"):
            try parsePath(below: components, depth: depth + 1)
        case .word("path"):
            _ = try scanner.next()
            try parsePath(below: components, depth: depth + 1)
        case .word:
            let function = try parseFunction()
            if function.name == "index" {
                file.paths[index].index += try texts(in: function.body)
            }
        default:
            throw try scanner.unexpected("expected a path, a method, or '}'")
        }
    }

    private mutating func parseComponent() throws -> BoltFile.Component? {
        if try scanner.accept("{") {
            let name = try parseName("the name of a key")
            // The old way to write it: `{uid=*}`.
            if try scanner.accept("=") { try scanner.expect("*", "after '='") }
            try scanner.expect("}", "after the name of a key")
            return .capture(name)
        }
        switch try scanner.peek() {
        case .word("is"): return nil
        case .word(let word):
            _ = try scanner.next()
            return word.hasPrefix("$") ? .capture(String(word.dropFirst())) : .key(word)
        case .text(let text):
            _ = try scanner.next()
            return .key(text)
        default: return nil
        }
    }

    private func texts(in body: String) throws -> [String] {
        var scanner = BoltScanner(body)
        var texts: [String] = []
        while true {
            switch try scanner.next() {
            case .text(let text): texts.append(text)
            case .end: return texts
            default: continue
            }
        }
    }
}
