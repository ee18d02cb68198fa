// Firebase's security rules: read, derived from a schema, added to, and evaluated.
//
//     reading    text ─RulesDocument, RulesParser─▶ RulesNode, a tree of places with RulesExpressions
//     importing  RulesExpression ─ShapeReader─▶ ShapeClaims ─▶ ValueShape, from which SchemaImport
//                builds a schema
//     emitting   Schema ─SchemaRulesBuilder─▶ SchemaRules ─RulesText─▶ text
//     merging    SchemaRules and RulesNode ─RulesMerger─▶ RulesEdits ─▶ text
//     checking   SchemaRules and an export's data ─DataCheck─▶ refusals
//     deciding   RulesNode ─RulesCompiler, RuleChecker─▶ CheckedRules; a request ─RuleEvaluator─▶
//                RulesRefusal, or nil
//
// All of them share one tree of expressions. Merging edits the text rather than printing it anew,
// to preserve comments, order and white space. Deciding follows the service, its error messages
// included: a rule is type-checked before it is evaluated. Patterns are matched in linear time,
// because rules and data may be hostile.

import PathSchema

/// Writes security rules that only allow data as a schema describes it.
///
/// The rules validate data but grant no access: without `.read` and `.write`, which people have to
/// add, nobody has access.
package enum RulesRenderer {
    /// Returns a file of rules, in the order of the schema.
    package static func render(_ schema: Schema) -> String {
        RulesText.file(SchemaRulesBuilder.rules(for: schema))
    }

    /// Returns a check for data that the rendered rules refuse.
    package static func check(of schema: Schema) -> DataCheck {
        DataCheck(SchemaRulesBuilder.rules(for: schema))
    }

    /// Returns an existing file of rules with the types of the schema added.
    ///
    /// Existing rules are kept, and new conditions are put in front of theirs. Of the writes that
    /// the schema describes, exactly those are allowed that were allowed before. A contradiction to
    /// the schema is reported as a warning, and the existing rule is kept.
    ///
    /// - Parameter source: the index of the file among the run's inputs, for diagnostics.
    /// - Returns: `nil` if the file can't be read, which has been reported.
    package static func merge(
        _ schema: Schema, into file: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> MergedRules? {
        RulesMerger.merge(
            SchemaRulesBuilder.rules(for: schema), into: file, source: source,
            reportingTo: &diagnostics)
    }
}

// MARK: - Merged rules

/// Existing rules with the types of a schema added.
package struct MergedRules {
    package let text: [UInt8]
    /// The additions, in the order of the rules.
    package let additions: [RulesAddition]
    package let open: OpenPlaces
    /// The check for data that the rules refuse because of the additions.
    package let check: DataCheck
}

/// A condition or an index that was added to rules.
package struct RulesAddition: Equatable, CustomStringConvertible {
    /// The keys that lead to the place, as the rules write them.
    package let place: [String]
    package let rule: String

    init(_ place: [String], _ rule: String) {
        self.place = place
        self.rule = rule
    }

    package var description: String {
        "\(place.nameOfPlace): added \(rule)"
    }
}

/// The places where existing rules allow more than the schema describes, and continue to.
package struct OpenPlaces {
    /// The places that allow children that the schema doesn't list.
    private(set) var unlisted: [[String]] = []
    /// The places where a model may lack children that the schema requires.
    private(set) var incomplete: [[String]] = []

    mutating func note(_ rules: SchemaRules, notIn node: RulesNode?, at place: [String]) {
        if rules.other != nil, node?.wildcard == nil { unlisted.append(place) }
        if !rules.required.isEmpty, !(node?.validate?.requires(rules.required) ?? false) {
            incomplete.append(place)
        }
    }

    /// A sentence about the data that only a schema's own rules would forbid; `nil` if there are no
    /// open places.
    package var note: String? {
        let parts =
            Self.part(unlisted, "other keys")
            + Self.part(incomplete, "models without all that they require")
        return parts.isEmpty
            ? nil : "allowed, as before: " + parts.joined(separator: "; ")
    }

    private static func part(_ places: [[String]], _ text: String) -> [String] {
        guard let place = places.first else { return [] }
        let rest =
            switch places.count {
            case 1: ""
            case 2: " and another place"
            default: " and \(places.count - 1) other places"
            }
        return ["\(text) at \(place.nameOfPlace)\(rest)"]
    }
}

extension RulesNode.Rule {
    /// Whether the rule requires children, in the form that a schema's rules have.
    fileprivate func requires(_ keys: [String]) -> Bool {
        var demanded: Set<String> = []
        for case .call(.name("newData"), let method, let arguments) in expression.conditions
        where method == "hasChildren" || method == "hasChild" {
            for case .string(let key) in arguments.flatMap(\.elements) { demanded.insert(key) }
        }
        return demanded.isSuperset(of: keys)
    }
}

extension [String] {
    /// The place that the keys lead to, as messages name it.
    var nameOfPlace: String { isEmpty ? "the root" : joined(separator: "/") }
}
