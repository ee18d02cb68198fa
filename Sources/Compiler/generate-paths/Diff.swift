import PathCommand
import PathSchema
import SchemaDiff

/// `diff`: tells what the changes of a schema break.
extension Command {
    func diff(_ words: [String]) throws(ExitStatus) {
        let arguments: DiffArguments
        do throws(UsageError) {
            arguments = try DiffArguments(parsing: words)
        } catch {
            let status = fail(error.message, .usage)
            messages.show("note", "see generate-paths diff --help for all options")
            throw status
        }
        if arguments.showsHelp { return try write(Array(DiffArguments.help.utf8)) }
        try compare(arguments)
    }

    private func compare(_ arguments: DiffArguments) throws(ExitStatus) {
        var accepted = AcceptedChanges("")
        if let path = arguments.accepted {
            accepted = AcceptedChanges(String(decoding: try read([path])[0].utf8, as: UTF8.self))
        }
        var schemas: [Schema] = []
        for schema in arguments.schemas {
            schemas.append(try compile(try read(DiffArguments.files(of: schema))))
        }
        let new = schemas.removeLast()
        var comparisons: [DiffJSON.Comparison] = []
        for (name, old) in zip(arguments.schemas, schemas) {
            let diff = SchemaDiff(from: old, to: new)
            let changes = diff.changes.map { (change: $0, isAccepted: accepted.accepts($0)) }
            comparisons.append(
                DiffJSON.Comparison(
                    old: self.name(of: name), diff: diff,
                    changes: changes.filter { change, _ in
                        change.audience.map { arguments.audiences.contains($0) } ?? true
                    }))
        }
        let failing = Set(
            comparisons.flatMap(\.changes)
                .filter { !$0.isAccepted && arguments.failOn.includes($0.change.severity) }
                .map(\.change))
        switch arguments.format {
        case .text: try write(Array(text(of: comparisons).utf8))
        case .json:
            let document = DiffJSON.document(comparisons, fails: !failing.isEmpty)
            try write(Array(document.utf8))
        }
        for (number, text) in accepted.unused {
            messages.show(
                "warning",
                "line \(number) of \(arguments.accepted ?? "") no longer happens: \(text)")
        }
        guard !failing.isEmpty else { return }
        throw fail(
            "\(failing.count) \(failing.count == 1 ? "change fails" : "changes fail"); "
                + "--accept takes a file with the lines that are agreed on", .failure)
    }

    /// Returns the changes that aren't accepted, and notes possible renames.
    private func text(of comparisons: [DiffJSON.Comparison]) -> String {
        var text = ""
        for comparison in comparisons {
            let lines = DiffText.lines(
                comparison.changes.filter { !$0.isAccepted }.map(\.change))
            let isAlone = comparisons.count == 1
            text += isAlone ? lines : "compared with \(Visible.text(comparison.old)):\n\(lines)"
        }
        for rename in Set(comparisons.flatMap(\.diff.possibleRenames)).sorted() {
            messages.show(
                "note",
                "if '\(rename.oldKey)' became '\(rename.newKey)' at \(rename.path), "
                    + "\"$was\": \"\(rename.oldKey)\" in '\(rename.newKey)' says so")
        }
        return text
    }
}
