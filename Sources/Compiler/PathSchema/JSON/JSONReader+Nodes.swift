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
