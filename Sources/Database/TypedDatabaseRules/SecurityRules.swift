import Foundation
import PathSchema
import SecurityRules
import TypedDatabase

/// Security rules of the Firebase Realtime Database, checked and ready to be enforced.
///
/// ```swift
/// let rules = try SecurityRules(contentsOf: URL(fileURLWithPath: "database.rules.json"))
/// let ana = TreeDatabase(RulesEngine(MemoryEngine(), rules: rules, auth: .user("ana")))
/// ```
public struct SecurityRules: Sendable {
    package let checked: CheckedRules

    /// The rules as they were written, comments included.
    package let utf8: [UInt8]

    /// Reads the rules in a file.
    ///
    /// Throws a ``SecurityRulesError`` for rules that the service wouldn't take, and Foundation's
    /// error for a file that can't be read.
    public init(contentsOf file: URL) throws {
        try self.init(utf8: Array(try Data(contentsOf: file)), name: file.lastPathComponent)
    }

    /// Reads rules: JSON with comments, whose root has `"rules"`.
    ///
    /// Throws a ``SecurityRulesError`` for rules that the service wouldn't take.
    public init(_ text: String) throws {
        try self.init(utf8: Array(text.utf8), name: "rules")
    }

    package init(utf8: [UInt8], name: String) throws(SecurityRulesError) {
        let source = SourceText(name: name, utf8: utf8)
        var diagnostics = Diagnostics()
        guard let checked = RulesCompiler.compile(source, reportingTo: &diagnostics) else {
            throw SecurityRulesError(diagnostics, in: source)
        }
        self.checked = checked
        self.utf8 = utf8
    }

    /// Makes rules that allow everything to everybody, or nothing to anybody.
    package init(isOpen: Bool) {
        checked = CheckedRules(isOpen: isOpen)
        let text = """
            {
              "rules" : {
                ".read" : \(isOpen),
                ".write" : \(isOpen)
              }
            }

            """
        utf8 = Array(text.utf8)
    }
}

// MARK: - Indexes

/// An index that a query needs, and that the rules don't declare.
package struct MissingIndex: CustomStringConvertible, Sendable {
    let path: String
    let place: TreePlace

    /// The service's words.
    package var description: String {
        "Index not defined, add \".indexOn\": \"\(path)\", for path \"/\(place)\", to the rules"
    }
}

extension SecurityRules {
    /// Returns the index that a query needs and the rules don't declare; `nil` if there is none.
    package func missingIndex(for order: TreeSelection.Order, at place: TreePlace) -> MissingIndex?
    {
        let path: String
        switch order {
        case .key: return nil
        case .value: path = ".value"
        case .child(let child): path = child.description
        }
        let isDeclared = checked.indexes(at: place.keys.map(\.text)).contains(path)
        return isDeclared ? nil : MissingIndex(path: path, place: place)
    }
}

// MARK: - Errors

/// The errors in rules, all at once; of more than a hundred, the first ones.
public struct SecurityRulesError: DescribedError, Sendable {
    /// The errors as the service words them, each with its line and column: `7:35: No such
    /// method/property 'isArray'.`
    public let messages: [String]

    /// The errors, each with its line of the rules.
    public let description: String

    init(_ diagnostics: Diagnostics, in source: SourceText) {
        let errors = diagnostics.inDocumentOrder.filter { $0.severity == .error }.prefix(100)
        messages = RulesCompiler.messages(of: Array(errors), in: source)
        let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
        description = errors.map(formatter.format).joined()
    }
}
