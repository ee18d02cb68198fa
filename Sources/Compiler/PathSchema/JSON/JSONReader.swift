/// Parses JSON text according to RFC 8259, with an optional byte-order mark.
///
/// The reader reports every syntax error and recovers: it assumes a missing comma, colon or
/// bracket, or else continues on the next line. It is a loop with its own stack, so that no nesting
/// depth exhausts the call stack.
package struct JSONReader {
    var scanner: JSONScanner
    var builder: JSONNodeBuilder
    var expected = Expectation.value
    /// Whether nothing has been recognized since the last error, so that a further error is likely
    /// to be its consequence.
    var isRecovering = false
    /// Whether brackets may have been skipped, so that mismatches can't be diagnosed.
    var bracketsAreUncertain = false
    /// The offset of the last comma.
    var comma = 0
    /// The offset after the last token.
    var endOfLastToken = 0

    /// The tokens that the grammar allows next.
    enum Expectation {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
    }

    /// - Parameter index: the index of the text among the run's inputs.
    /// - Returns: `nil` if nothing was read, which has been reported.
    package static func read(
        _ source: SourceText, index: Int, reportingTo diagnostics: inout Diagnostics
    ) -> JSONNode? {
        var reader = JSONReader(
            scanner: JSONScanner(source, index: index, diagnostics: diagnostics),
            builder: JSONNodeBuilder(source: index))
        reader.read()
        diagnostics = reader.scanner.diagnostics
        return reader.builder.root
    }

    private mutating func read() {
        guard !scanner.reportOtherEncoding() else { return }
        while !scanner.hasTooManyErrors {
            endOfLastToken = scanner.offset
            guard let byte = scanner.skipWhiteSpace() else { return endOfFile() }
            if expected == .nothing {
                reportTextAfterEnd()
                return builder.markRootIncomplete()
            } else if "}" ~= byte || "]" ~= byte {
                readClosingBracket(byte)
            } else {
                readToken(byte)
            }
        }
        scanner.reportTooManyErrors()
        abandon()
    }
}

// MARK: - The grammar

extension JSONReader {
    /// Reads any token but a closing bracket.
    private mutating func readToken(_ byte: UInt8) {
        switch expected {
        case .value, .valueOrEnd: readValue(byte)
        case .key, .keyOrEnd: readKey(byte)
        case .colon: readColon(byte)
        case .commaOrEnd: readComma(byte)
        case .nothing: break
        }
    }

    private mutating func readValue(_ byte: UInt8) {
        switch byte {
        case "\"":
            readString()
            valueEnded()
        case "{": push(.object, expecting: .keyOrEnd)
        case "[": push(.array, expecting: .valueOrEnd)
        default: readOtherValue(byte)
        }
    }

    /// Reads a number, a word, or an invalid value.
    private mutating func readOtherValue(_ byte: UInt8) {
        switch byte {
        case "'":
            append(scanner.scanWronglyQuoted())
        case "-", "+", ".", "0"..."9":
            if let number = scanner.scanNumber() {
                builder.append(.number, from: number.lowerBound, to: number.upperBound)
            } else {
                appendInvalid(at: scanner.offset)
            }
            isRecovering = false
        case ",":
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
        case ":":
            report("expected a value, found ':'", at: scanner.offset)
            scanner.skipByte()
            return
        default:
            readBareValue()
        }
        valueEnded()
    }

    /// Reads `true`, `false`, `null`, or unquoted text.
    private mutating func readBareValue() {
        let text = scanner.scanBareText()
        switch scanner.text(text) {
        case "true", "false":
            builder.append(.boolean, from: text.lowerBound, to: text.upperBound)
            isRecovering = false
        case "null":
            builder.append(.null, from: text.lowerBound, to: text.upperBound)
            isRecovering = false
        default:
            reportBareText(text, expected: "a value")
            appendInvalid(at: text.lowerBound)
        }
    }

    private mutating func readKey(_ byte: UInt8) {
        guard "\"" ~= byte else { return readOtherKey(byte) }
        readString()
        // Nearly every key has its colon right after it, which needs no search.
        if scanner.skip(":") { colonEnded() } else { expected = .colon }
    }

    private mutating func readColon(_ byte: UInt8) {
        switch byte {
        case ":":
            scanner.skipByte()
            colonEnded()
        case ",":
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
            expected = .commaOrEnd
        case _ where isMissingColon(before: byte):
            report("expected ':' after the key", at: endOfLastTokenRange)
            expected = .value
        case "=":
            report("expected ':' after the key, found '='", at: scanner.offset)
            scanner.skipByte()
            if scanner.byte == UInt8(ascii: ">") { scanner.skipByte() }
            expected = .value
        default:
            report("expected ':' after the key, found \(scanner.found)", at: scanner.offset)
            skipLine()
            expected = .value
        }
    }

    private mutating func readComma(_ byte: UInt8) {
        let next = builder.isInObject ? Expectation.key : .value
        switch byte {
        case ",":
            scanner.skipByte()
            commaEnded()
        case ";":
            report("expected ',', found ';'", at: scanner.offset)
            scanner.skipByte()
            expected = next
        case ":" where !builder.isInObject:
            reportColonInArray()
            scanner.skipByte()
            expected = next
        case _ where isMissingComma(before: byte):
            readMissingComma(before: next)
        default:
            reportUnexpected()
            skipLine()
        }
    }

    private mutating func colonEnded() {
        isRecovering = false
        expected = .value
    }

    mutating func commaEnded() {
        comma = scanner.offset - 1
        isRecovering = false
        expected = builder.isInObject ? .key : .value
    }
}

/// Appending of nodes for the values that are read.
extension JSONReader {
    mutating func readString() {
        let start = scanner.offset + 1
        if let text = scanner.scanSimpleString() {
            builder.appendString(text, from: start, to: scanner.offset - 1)
            isRecovering = false
        } else {
            append(scanner.scanString())
        }
    }

    mutating func append(_ string: JSONScanner.StringToken) {
        if !string.isSound {
            builder.appendInvalid(
                from: string.contents.lowerBound, to: string.contents.upperBound)
        } else if string.hasEscapes {
            builder.appendString(
                JSONEscapes.decode(scanner.bytes[string.contents]),
                from: string.contents.lowerBound, to: string.contents.upperBound,
                hasEscapes: true)
        } else {
            appendString(string.contents)
        }
        isRecovering = !string.isTerminated
        bracketsAreUncertain = bracketsAreUncertain || !string.isTerminated
    }

    /// Appends a string without escapes.
    mutating func appendString(_ bytes: Range<Int>) {
        builder.appendString(
            scanner.text(bytes), from: bytes.lowerBound, to: bytes.upperBound)
    }

    /// Appends a stand-in for a missing key or value.
    mutating func appendInvalid(at offset: Int) {
        builder.appendInvalid(from: offset, to: offset)
    }

    mutating func push(
        _ container: JSONNodeBuilder.ContainerKind, expecting next: Expectation
    ) {
        builder.push(container, at: scanner.offset)
        scanner.skipByte()
        isRecovering = false
        expected = next
    }

    /// Closes the innermost container.
    mutating func pop() {
        builder.pop(at: scanner.offset, reportingTo: &scanner.diagnostics)
    }

    /// Closes the innermost container, whose bracket is missing.
    mutating func popIncomplete() {
        builder.markContainerIncomplete()
        pop()
    }

    mutating func valueEnded() {
        guard builder.containerKind != nil else {
            expected = .nothing
            return
        }
        // Nearly every value has its comma right after it, which needs no search.
        if scanner.skip(",") { commaEnded() } else { expected = .commaOrEnd }
    }
}

// MARK: - Nodes

/// Assembles nodes as they are read, and tracks the open containers.
struct JSONNodeBuilder {
    enum ContainerKind {
        case object, array
    }

    /// An object or an array whose closing bracket hasn't been read yet.
    struct Container {
        let kind: ContainerKind
        let start: Int
        /// Whether the container is part of a `$comment`, which may contain any JSON.
        let isInComment: Bool
        fileprivate(set) var isIncomplete = false
        /// The key of the next value; `nil` if the key couldn't be read.
        fileprivate(set) var key: JSONString?
        fileprivate var hasKey = false
        fileprivate var members: [JSONMember] = []
        fileprivate var elements: [JSONNode] = []

        /// Appends an element, a key, or the value of the last key. The value of an unreadable key
        /// is dropped with the key.
        fileprivate mutating func append(_ node: JSONNode) {
            if kind == .array {
                elements.append(node)
            } else if !hasKey {
                if case .string(let string) = node.value { key = string }
                hasKey = true
            } else {
                if let key { members.append(JSONMember(key: key, value: node)) }
                key = nil
                hasKey = false
            }
        }
    }

    /// The text's only value, once it is complete.
    private(set) var root: JSONNode?
    /// The open containers, outermost first.
    private(set) var open: [Container] = []
    /// The kind of the innermost open container, cached because each token needs it.
    private(set) var containerKind: ContainerKind?
    private let source: Int

    /// The depth below which nodes are read and dropped. Later stages ignore them, and trees are
    /// walked and destroyed recursively.
    private static let maximumDepth = 2 * KeyRules.maximumDepth

    init(source: Int) {
        self.source = source
    }

    var isEmpty: Bool { root == nil && open.isEmpty }

    var isInObject: Bool { containerKind == .object }

    /// Appends a value, or a key.
    mutating func append(_ value: JSONNode.Value, from lower: Int, to upper: Int) {
        append(JSONNode(value: value, bytes: range(from: lower, to: upper)))
    }

    mutating func appendString(
        _ text: String, from lower: Int, to upper: Int, hasEscapes: Bool = false
    ) {
        let bytes = range(from: lower, to: upper)
        let string = JSONString(text: text, bytes: bytes, hasEscapes: hasEscapes)
        append(JSONNode(value: .string(string), bytes: bytes))
    }

    /// Appends a stand-in for a missing or unusable key or value.
    mutating func appendInvalid(from lower: Int, to upper: Int) {
        append(.invalid, from: lower, to: upper)
        markContainerIncomplete()
    }

    private mutating func append(_ node: JSONNode) {
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].append(node)
        }
    }

    mutating func push(_ kind: ContainerKind, at offset: Int) {
        let isInComment =
            open.last.map { $0.isInComment || $0.key?.text == DirectiveName.comment.rawValue }
            ?? false
        open.append(Container(kind: kind, start: offset, isInComment: isInComment))
        containerKind = kind
    }

    /// Closes the innermost container at the offset after its bracket.
    mutating func pop(at offset: Int, reportingTo diagnostics: inout Diagnostics) {
        guard var container = open.popLast() else { return }
        containerKind = open.isEmpty ? nil : open[open.count - 1].kind
        if container.kind == .object, !container.isInComment {
            DuplicateKeys.mark(in: &container.members, reportingTo: &diagnostics)
        }
        let isDropped = open.count >= Self.maximumDepth
        let value: JSONNode.Value =
            container.kind == .object
            ? .object(isDropped ? [] : container.members)
            : .array(isDropped ? [] : container.elements)
        append(
            JSONNode(
                value: value, bytes: range(from: container.start, to: offset),
                isIncomplete: container.isIncomplete))
    }

    mutating func markContainerIncomplete() {
        guard !open.isEmpty else { return }
        open[open.count - 1].isIncomplete = true
    }

    /// Marks all open containers as incomplete, since the skipped text may have belonged to any of
    /// them.
    mutating func markIncomplete() {
        for index in open.indices {
            open[index].isIncomplete = true
        }
    }

    /// Marks the root as incomplete, since more text follows it.
    mutating func markRootIncomplete() {
        root?.isIncomplete = true
    }

    private func range(from lower: Int, to upper: Int) -> SourceRange {
        SourceRange(source: source, lower: lower, upper: upper)
    }
}

// MARK: - Duplicate keys

/// Finds duplicate keys in an object. RFC 8259 leaves their meaning open; most readers keep one and
/// drop the other.
enum DuplicateKeys {
    /// Reports duplicate keys, and marks all but the first occurrence of each.
    static func mark(
        in members: inout [JSONMember], reportingTo diagnostics: inout Diagnostics
    ) {
        var keys: [String] = []
        keys.reserveCapacity(members.count)
        for index in 0..<members.count {
            keys.append(members[index].key.text)
        }
        guard keys.hasDuplicates else { return }
        var first: [ExactText: SourceRange] = [:]
        for index in members.indices {
            let key = members[index].key
            guard let other = first[ExactText(key.text)] else {
                first[ExactText(key.text)] = key.range
                continue
            }
            members[index].isDuplicate = true
            diagnostics.error(
                "duplicate key \(Visible.quoted(key.text))", at: key.range,
                and: "the first one is here", at: other)
        }
    }
}
