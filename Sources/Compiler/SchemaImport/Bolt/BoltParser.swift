import PathSchema

/// Parses a Bolt file: `path` and `type` statements, and functions, which don't affect shapes.
struct BoltParser {
    var scanner: BoltScanner
    var file = BoltFile()

    static let maximumDepth = 32

    static func parse(_ source: [UInt8]) throws(ImportError) -> BoltFile {
        var parser = BoltParser(scanner: try BoltScanner(source))
        while parser.scanner.token != .end {
            try parser.parseStatement()
        }
        return parser.file
    }

    private mutating func parseStatement() throws(ImportError) {
        switch scanner.token {
        case .word("type"):
            try scanner.advance()
            try parseType()
        case .word("path"):
            try scanner.advance()
            try parsePath(below: [], depth: 0)
        case .symbol("/"):
            try parsePath(below: [], depth: 0)
        case .word("function"):
            try scanner.advance()
            try parseFunction()
        case .word:
            try parseFunction()
        case .symbol(";"):
            try scanner.advance()
        default:
            throw scanner.unexpected("expected 'path', 'type' or 'function'")
        }
    }

    mutating func parseName(_ what: String) throws(ImportError) -> String {
        switch scanner.token {
        case .word(let name), .text(let name):
            try scanner.advance()
            return name
        default: throw scanner.unexpected("expected \(what)")
        }
    }

    /// Parses a database key, which must be valid as such.
    mutating func parseKey(_ what: String) throws(ImportError) -> String {
        let place = scanner
        let key = try parseName(what)
        switch KeyRules.kind(of: key) {
        case .child: return key
        case .forbidden(let violation): throw place.error(violation.message)
        case .placeholder, .directive: throw place.error("'\(key)' can't be a key in a schema")
        }
    }

    /// Parses a function, or a method such as `validate()`. Returns its name and the string
    /// literals in its body.
    @discardableResult
    mutating func parseFunction() throws(ImportError) -> (name: String, texts: [String]) {
        let name = try parseName("the name of a function")
        try scanner.expect("(", "after the name of a function")
        while try !scanner.accept(")") {
            if scanner.token == .end { throw scanner.unexpected("expected ')'") }
            try scanner.advance()
        }
        if try scanner.accept("=") {
            try scanner.skipExpression()
            return (name, [])
        }
        guard scanner.token == .symbol("{") else {
            throw scanner.unexpected("expected '{' before the body of a function")
        }
        return (name, try scanner.skipBody())
    }
}

// MARK: - Types

extension BoltParser {
    private mutating func parseType() throws(ImportError) {
        let place = scanner
        let name = try parseName("the name of a type")
        var type = BoltFile.TypeDeclaration(offset: place.offset)
        if try scanner.accept("<") {
            repeat {
                type.parameters.append(try parseName("the name of a type parameter"))
            } while try scanner.accept(",")
            try scanner.expect(">", "after the type parameters")
        }
        if [.word("extends"), .symbol("=")].contains(scanner.token) {
            try scanner.advance()
            type.base = try parseTypeExpression(depth: 0)
        }
        if try scanner.accept("{") {
            while try !scanner.accept("}") { try parseMember(of: &type) }
        }
        guard file.types[name] == nil else { throw place.error("a second type '\(name)'") }
        file.types[name] = type
    }

    private mutating func parseMember(
        of type: inout BoltFile.TypeDeclaration
    ) throws(ImportError) {
        if [.symbol(","), .symbol(";")].contains(scanner.token) { return try scanner.advance() }
        var ahead = scanner
        try ahead.advance()
        if ahead.token == .symbol("(") {
            try parseFunction()
            file.ruleMethods += 1
            return
        }
        let place = scanner
        let name = try parseKey("a property, a method, or '}'")
        try scanner.expect(":", "after the name of a property")
        let property = BoltFile.Property(name: name, type: try parseTypeExpression(depth: 0))
        guard !type.properties.contains(where: { $0.name == name }) else {
            throw place.error("a second property '\(name)'")
        }
        type.properties.append(property)
    }

    mutating func parseTypeExpression(
        depth: Int
    ) throws(ImportError) -> BoltFile.TypeExpression {
        guard depth < Self.maximumDepth else { throw scanner.error("types are nested too deep") }
        var members = [try parseSingleType(depth: depth)]
        while try scanner.accept("|") { members.append(try parseSingleType(depth: depth)) }
        return members.count == 1 ? members[0] : .union(members)
    }

    private mutating func parseSingleType(
        depth: Int
    ) throws(ImportError) -> BoltFile.TypeExpression {
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
        var count = depth
        while try scanner.accept("[") {
            try scanner.expect("]", "after '['")
            type = .map(type)
            count += 1
            guard count < Self.maximumDepth else {
                throw scanner.error("types are nested too deep")
            }
        }
        return type
    }
}
