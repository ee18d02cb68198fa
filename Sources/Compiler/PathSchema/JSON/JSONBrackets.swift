/// Handling of closing brackets: matched, mismatched, or missing.
extension JSONReader {
    mutating func readClosingBracket(_ byte: UInt8) {
        switch expected {
        case .key: report("JSON doesn't allow trailing commas", at: comma)
        case .value where builder.containerKind == .array:
            report("JSON doesn't allow trailing commas", at: comma)
        case .value, .colon:
            reportNoValue(before: byte)
            appendInvalid(at: scanner.offset)
            bracketsAreUncertain = bracketsAreUncertain || builder.containerKind == nil
        case .keyOrEnd, .valueOrEnd, .commaOrEnd, .nothing: break
        }
        close(with: "}" ~= byte ? .object : .array)
    }

    /// Closes the innermost container with the bracket at the offset, which may not match.
    private mutating func close(with kind: JSONNodeBuilder.ContainerKind) {
        if builder.containerKind == kind {
            isRecovering = false
            scanner.skipByte()
            pop()
        } else {
            closeContainers(before: kind)
            scanner.skipByte()
            popIncomplete()
        }
        valueEnded()
    }

    /// Closes the containers whose brackets are missing before the bracket at the offset.
    private mutating func closeContainers(before kind: JSONNodeBuilder.ContainerKind) {
        reportUnexpected()
        bracketsAreUncertain = true
        guard let owner = owner(ofClosing: kind) else { return }
        while builder.open.count > owner + 1 {
            popIncomplete()
        }
    }

    /// Returns the open container that a mismatched bracket closes. Assumes that the brackets in
    /// between are missing, unless the text would then end too early.
    private func owner(ofClosing kind: JSONNodeBuilder.ContainerKind) -> Int? {
        let owner = builder.open.lastIndex { $0.kind == kind }
        return owner == 0 && !scanner.isFollowedByEnd ? nil : owner
    }

    /// Stops reading: gives the last key a value, and closes the open containers as incomplete.
    mutating func abandon() {
        if builder.isInObject, expected == .colon || expected == .value {
            appendInvalid(at: scanner.offset)
        }
        while builder.containerKind != nil {
            popIncomplete()
        }
    }

    mutating func endOfFile() {
        defer { abandon() }
        if let container = builder.open.last {
            guard !bracketsAreUncertain else { return }
            scanner.error(
                "expected \(closing(container)) before the end of the file",
                at: endOfLastTokenRange, notes: [beginning(of: container)])
        } else if builder.isEmpty, !scanner.hasErrors {
            scanner.error(
                "the schema is empty; expected a JSON object, as in { \"name\": \"String\" }",
                at: scanner.range(scanner.start..<scanner.start))
        }
    }
}
