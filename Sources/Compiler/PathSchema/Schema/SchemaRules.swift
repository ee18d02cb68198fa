/// The limits of runtime libraries other than TypedPaths. Each is assumed to have the API of
/// FireSwift's `Path`: a single root, keys of type `String`, no collections of collections.
struct RuntimeRules {
    private let runtime: String

    static func check(
        _ tree: Tree, options: Options, reportingTo diagnostics: inout Diagnostics
    ) {
        guard options.runtime != Options.typedPaths else { return }
        if options.root != nil {
            diagnostics.error(
                "\(options.runtime) supports only its own root", at: tree.keyRange,
                advice: "leave out the option \"root\"")
        }
        if options.dataChecks {
            diagnostics.error(
                "\(options.runtime) has no checks of data", at: tree.keyRange,
                advice: "leave out the option \"dataChecks\"")
        }
        if options.firestore {
            diagnostics.error(
                "\(options.runtime) has no Firestore", at: tree.keyRange,
                advice: "leave out the option \"firestore\"")
        }
        RuntimeRules(runtime: options.runtime).checkChildren(of: tree, reportingTo: &diagnostics)
    }

    private func checkChildren(of node: Tree, reportingTo diagnostics: inout Diagnostics) {
        for child in node.children {
            if child.isWildcard {
                checkKeyType(of: child, reportingTo: &diagnostics)
            } else {
                checkMember(for: child, reportingTo: &diagnostics)
            }
            if case .collection = node.content, case .collection(let element) = child.content {
                diagnostics.error(
                    "\(runtime) doesn't support collections of collections", at: element.keyRange,
                    advice: "TypedPaths does: leave out --runtime")
            }
            checkChildren(of: child, reportingTo: &diagnostics)
        }
    }

    private func checkKeyType(of wildcard: Tree, reportingTo diagnostics: inout Diagnostics) {
        guard let keyType = wildcard.keyType, keyType.value != .string else { return }
        diagnostics.error(
            "\(runtime) doesn't support typed keys", at: keyType.range,
            advice: "write \"<\(wildcard.key)>\", or leave out --runtime")
    }

    /// Reports a child whose property would be named `rendered`. FireSwift's own `rendered` is an
    /// equally good match, so that each use would be ambiguous.
    private func checkMember(for child: Tree, reportingTo diagnostics: inout Diagnostics) {
        let name = child.directives[.member]?.value ?? Namer.member(for: child.key)
        guard name == "rendered" else { return }
        diagnostics.error(
            "\(runtime) already has a property 'rendered'", at: child.keyRange,
            advice: "\"$member\" gives this one another name")
    }
}

// MARK: - Unlikely keys

/// Warns of valid keys that were probably not intended.
enum UnlikelyKeys {
    /// Warns of leading or trailing white space in a key, and of a placeholder inside of a key.
    static func check(
        _ key: String, at range: SourceRange, reportingTo diagnostics: inout Diagnostics
    ) {
        let trimmed = trimmed(key)
        let problem: String
        let advice: String
        if trimmed != key, !trimmed.isEmpty {
            problem = "the key \(Visible.quoted(key)) has white space at an end"
            advice = "did you mean \"\(trimmed)\"?"
        } else if let placeholder = placeholder(in: key) {
            problem = "\(Visible.quoted(key)) doesn't stand for any key"
            let example = key[..<placeholder.startIndex] + "1" + key[placeholder.endIndex...]
            advice =
                "a placeholder stands for a whole key: \"\(placeholder)\", "
                + "whose keys are such as \"\(example)\""
        } else {
            return
        }
        let wayOut = "if the key is \(Visible.quoted(key)) itself, \"$member\" gives it a name"
        diagnostics.warning(problem, at: range, advice: advice, wayOut)
    }

    private static func trimmed(_ key: String) -> String {
        var scalars = key.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns a placeholder inside of a key, such as `<id>` in `user_<id>`.
    private static func placeholder(in key: String) -> Substring? {
        guard let open = key.firstIndex(of: "<"), let close = key[open...].firstIndex(of: ">"),
            key.index(after: open) < close
        else { return nil }
        return key[open...close]
    }
}
