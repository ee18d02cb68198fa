/// A part of the language that a random schema uses.
enum RandomFeature: CaseIterable {
    case collection, collectionOfCollections, mixed, rootWildcard, typedKey, manyAlike
    case leafInLongForm, modelWithChildren, modelWithWildcard, namedBranch, recursion
    case member, singular, doc, deprecated, comment, formerKey
    case access, typePrefix, typeSuffix
    case keyword, standardType, runtimeMember, unicode, digits, punctuation, long

    /// The features that a schema uses, found in its text without the compiler under test.
    static func features(of schema: RandomJSON) -> Set<RandomFeature> {
        var features: Set<RandomFeature> = []
        schema.visit { object, depth in
            let keys = object.map(\.key)
            let children = keys.filter { !$0.hasPrefix("$") }
            let placeholders = children.filter(isPlaceholder)
            let hasPlaceholder = !placeholders.isEmpty
            features.formUnion(keys.compactMap { directives[$0] })
            features.formUnion(children.flatMap(kinds))
            if placeholders.contains(where: { $0.contains(":") }) { features.insert(.typedKey) }
            if hasPlaceholder { features.insert(depth == 0 ? .rootWildcard : .collection) }
            if hasPlaceholder, children.count > 1 { features.insert(.mixed) }
            if children.count >= 12 { features.insert(.manyAlike) }
            if keys.contains("$type") {
                features.insert(children.isEmpty ? .leafInLongForm : .modelWithChildren)
                if hasPlaceholder { features.insert(.modelWithWildcard) }
            }
            for case (let key, .object(let inner)) in object
            where isPlaceholder(key) && depth > 0 && inner.allSatisfy({ isPlaceholder($0.key) }) {
                features.insert(.collectionOfCollections)
            }
            for case (_, .string(let type)) in object where type.hasPrefix("Named") {
                if !keys.contains("$name") { features.insert(.recursion) }
            }
        }
        return features
    }

    /// Parts of a schema that are errors anywhere: invalid types, and keys that no database allows.
    static func mistakes(in schema: RandomJSON) -> [String] {
        var mistakes: [String] = []
        schema.visit { object, _ in
            for (key, value) in object where !key.hasPrefix("$") {
                if case .string(let type) = value, Vocabulary.wrongTypes.contains(type) {
                    mistakes.append(type)
                }
                if !isPlaceholder(key), key.contains(where: { "./#$[]".contains($0) }) {
                    mistakes.append(key)
                }
            }
        }
        return mistakes
    }

    private static let directives: [String: RandomFeature] = [
        "$member": .member, "$singular": .singular, "$doc": .doc, "$deprecated": .deprecated,
        "$comment": .comment, "$was": .formerKey, "$name": .namedBranch, "access": .access,
        "typePrefix": .typePrefix,
        "typeSuffix": .typeSuffix,
    ]

    private static func kinds(of key: String) -> [RandomFeature] {
        let vocabularies: [(RandomFeature, [String])] = [
            (.keyword, Vocabulary.keywords), (.standardType, Vocabulary.standardTypes),
            (.runtimeMember, Vocabulary.runtimeMembers), (.unicode, Vocabulary.unicode),
            (.digits, Vocabulary.digits), (.punctuation, Vocabulary.punctuation),
            (.long, Vocabulary.long),
        ]
        return vocabularies.filter { $0.1.contains(key) }.map(\.0)
    }

    private static func isPlaceholder(_ key: String) -> Bool {
        key.hasPrefix("<") && key.hasSuffix(">")
    }
}

extension RandomJSON {
    /// Every object, and how deep it is inside of the outermost.
    fileprivate func visit(
        depth: Int = 0, _ use: (_ members: [(key: String, value: RandomJSON)], _ depth: Int) -> Void
    ) {
        guard case .object(let members) = self else { return }
        use(members, depth)
        for member in members {
            member.value.visit(depth: depth + 1, use)
        }
    }
}
