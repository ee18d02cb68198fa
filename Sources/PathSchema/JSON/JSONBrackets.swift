/// Closing brackets, at their place, at another's, or missing.
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

    /// Closes the innermost container with the bracket at the offset, which may be another's.
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

    /// Closes the containers that miss their brackets before the one at the offset.
    private mutating func closeContainers(before kind: JSONNodeBuilder.ContainerKind) {
        reportUnexpected()
        bracketsAreUncertain = true
        guard let owner = owner(ofClosing: kind) else { return }
        while builder.open.count > owner + 1 {
            popIncomplete()
        }
    }

    /// The open container that a bracket closes which is not the innermost one's: as if the brackets
    /// between were missing, unless the text would end too early then.
    private func owner(ofClosing kind: JSONNodeBuilder.ContainerKind) -> Int? {
        let owner = builder.open.lastIndex { $0.kind == kind }
        return owner == 0 && !scanner.isFollowedByEnd ? nil : owner
    }

    /// Stops reading: gives the last key a value, and closes what is open, as incomplete.
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
