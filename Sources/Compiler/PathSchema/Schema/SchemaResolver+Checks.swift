/// Collection of the checks that the generated code leaves to Swift's compiler.
extension SchemaResolver {
    /// Notes the first use of a type.
    mutating func check(_ type: Located<TypeReference>, isKey: Bool) {
        let checked = CheckedType(text: ExactText(type.value.text), isKey: isKey)
        guard checkedTypes.insert(checked).inserted else { return }
        if isKey {
            guard type.value != .string else { return }
            schema.checks.append(SchemaCheck(.keyType(type.value.text), at: type.range))
        } else if !type.value.lookedUpNames.allSatisfy(StandardTypes.hides) {
            schema.checks.append(SchemaCheck(.type(type.value.text), at: type.range))
        }
    }

    /// Notes a child of a model, which is a property of that model. The schema doesn't say which
    /// type the model has for a branch or a collection, if it has any.
    ///
    /// - Parameter name: the name of the child's member.
    mutating func checkProperty(named name: String, for child: Tree, of branch: Tree) {
        let property = child.directives[.property]
        guard let model = branch.type?.value.checkedModel else {
            if let directive = child.directives.all.first(where: { $0.name == .property }) {
                diagnostics.error(
                    "\"$property\" is only allowed on a child of a model", at: directive.key,
                    advice: "a model has a \"$type\" beside its children, which are its properties")
            }
            return
        }
        let hasNoProperty = property?.value == Directive.noProperty
        let type = child.type?.value.text
        guard !child.isWildcard, !hasNoProperty, name != Self.unnamed else { return }
        guard property != nil || type != nil else { return }
        // Other runtimes have no `StoredTime`.
        let isUnknown =
            schema.options.runtime != Options.typedPaths && (type == "Date" || type == "Date?")
        schema.checks.append(
            SchemaCheck(
                .property(property?.value ?? name, of: model, type: isUnknown ? nil : type),
                at: child.keyRange))
    }

    /// Removes the checks of types that the schema itself declares, by a `$name`.
    mutating func removeChecks(ofTypes phantoms: Set<ExactText>) {
        guard !phantoms.isEmpty else { return }
        schema.checks = schema.checks.compactMap { check in
            var check = check
            switch check.kind {
            case .type(let name) where phantoms.contains(ExactText(name)): return nil
            case .property(let name, let model, let type?) where phantoms.contains(ExactText(type)):
                check.kind = .property(name, of: model, type: nil)
            default: break
            }
            return check
        }
    }

    struct CheckedType: Hashable {
        let text: ExactText
        let isKey: Bool
    }
}

extension TypeReference {
    /// The type whose properties are checked: `Player` for `Player?`; `nil` for a type that isn't
    /// the app's own, such as `[Player]` or `TreeValue`.
    fileprivate var checkedModel: String? {
        let name = text.prefix { $0 != "?" }
        guard let first = lookedUpNames.first, !name.hasPrefix("["), !StandardTypes.hides(first),
            first != "TreeValue"
        else { return nil }
        return String(name)
    }
}
