/// Swift's grammar of identifiers.
package enum Identifier {
    /// Whether text is an identifier: `name`, `_2019`, `été`, `😀`, and keywords too.
    ///
    /// Not `2019`, `first name`, `$0`, nor the lone `_`, which is a pattern.
    package static func isIdentifier(_ text: String) -> Bool {
        if Namer.isLowerCamelCase(text) { return true }
        var isFirst = true
        for scalar in text.unicodeScalars {
            guard isFirst ? isHead(scalar) : isCharacter(scalar) else { return false }
            isFirst = false
        }
        return !isFirst && text != "_"
    }

    /// Whether text is an identifier that never needs back-ticks.
    static func isWithoutBackTicks(_ text: String) -> Bool {
        isIdentifier(text) && declaredType(text) == text
    }

    /// Whether a member can have this name, in back-ticks if necessary.
    ///
    /// Inside extensions of `Path`, some member names would hide declarations that the generated
    /// code uses.
    package static func canBeMember(_ name: String) -> Bool {
        isIdentifier(name) && !namesOfTypes.contains(name)
    }

    private static let namesOfTypes: Set = ["Path", "Element", "Collection", "KeyedCollection"]

    /// Returns a member's or parameter's name as its declaration spells it: `` `default` ``,
    /// `name`.
    ///
    /// After a dot no back-ticks are needed (`path.default`), except in ``path.`self` ``, since
    /// `path.self` is `path`, and ``path.`init` ``, since `path.init` is the initializer.
    package static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns a type's name as its declaration and every reference spell it: `` `Type` ``, `Name`.
    package static func declaredType(_ name: String) -> String {
        keywords.contains(name) || typeModifiers.contains(name) ? "`\(name)`" : name
    }

    /// Words that need back-ticks as a declared name. `await` can be declared without, but not used
    /// as an argument; `Type` and `Protocol` can't be members without.
    package static let keywords = Set(
        words: """
            Any Protocol Self Type as associatedtype await break case catch class continue default
            defer deinit do else enum extension fallthrough false fileprivate for func guard if
            import in init inout internal is let nil operator precedencegroup private protocol
            public repeat rethrows return self static struct subscript super switch throw throws
            true try typealias var where while
            """
    )

    /// Words that modify the type after them, so that a type with such a name needs back-ticks.
    package static let typeModifiers = Set(words: "any each nonisolated sending some")
}

extension Identifier {
    /// Whether an identifier can begin with a scalar.
    static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? isCharacter(scalar) && !scalar.isASCIIDigit
            : isCharacter(scalar) && !cannotBegin(scalar)
    }

    /// Whether an identifier can contain a scalar after its first.
    ///
    /// The ranges are "identifier-head" and "identifier-character" of _The Swift Programming
    /// Language_, with adjacent ranges joined, but without U+FFF9 to U+FFFD, which the compiler
    /// rejects.
    package static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.isASCIILetterOrDigit || scalar == "_" }
        return switch scalar.value {
        case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
            0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D,
            0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x218F, 0x2460...0x24FF,
            0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
            0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
            true
        case 0x10000...0xEFFFD:
            scalar.value & 0xFFFF <= 0xFFFD
        default:
            false
        }
    }

    /// Whether an identifier can contain a scalar, but not begin with it: combining marks, which
    /// would combine with a preceding space or dot, and scalars that the compiler parses as
    /// operators after a dot.
    private static func cannotBegin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x3021...0x302F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }
}
