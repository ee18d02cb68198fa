/// A kind of change, and its consequences.
package enum ChangeKind: String, CaseIterable, Sendable {
    case added, addedToModel, addedOfYours
    case removed, removedFromModel, removedOfYours
    case renamed
    case valuesRead, valuesReadOtherwise, valuesUnknown, valuesRefused, reshaped
    case optional, optionalInModel, required, requiredInModel, presenceUnknown
    case modelAdded, modelRemoved, fieldsRead
    case keysRead, keysUnknown, keysRefused
    case indexAdded, indexRemoved
    case memberRemoved, deprecatedMemberRemoved, memberRenamed, memberRetyped, typeRenamed
    case accessLowered, optionChanged
    case deprecated
    case databaseChanged, documentsMoved, timestampsChanged
}

// MARK: - The table

/// The table of changes: the consequences of each kind, and the reasons.
extension ChangeKind {
    /// A row of the table of changes.
    struct Row {
        /// The change in words.
        let title: String
        /// An example, in the notation of schemas.
        let example: String
        let consequences: [Audience: Consequence]

        init(
            _ title: String, _ example: String,
            data: Consequence? = nil, clients: Consequence? = nil, source: Consequence? = nil,
            rules: Consequence? = nil
        ) {
            self.title = title
            self.example = example
            var consequences: [Audience: Consequence] = [:]
            consequences[.data] = data
            consequences[.clients] = clients
            consequences[.source] = source
            consequences[.rules] = rules
            self.consequences = consequences
        }
    }

    /// The consequences for each audience that isn't safe.
    package var consequences: [Audience: Consequence] { row.consequences }

    /// The change in words.
    package var title: String { row.title }

    var row: Row {
        switch self {
        case .added:
            Row("A child is added", "`{ } → { \"color\": \"String\" }`")
        case .addedToModel:
            Row(
                "A required child is added to a model",
                "`{ \"$type\": \"Room\", … }` gets `\"color\": \"String\"`",
                data: .breaking("stored models lack it"),
                rules: .dangerous("writes that lack it are refused"))
        case .addedOfYours:
            Row(
                "A child of a type of yours is added to a model",
                "`{ \"$type\": \"Room\", … }` gets `\"color\": \"Color\"`",
                data: .undecided("stored models lack it, and a type of yours may need a value"))
        case .removed:
            Row(
                "A child is removed", "`{ \"color\": \"String\" } → { }`",
                data: .dangerous("stored values stay, and no path leads to them"),
                clients: .dangerous("shipped apps find nothing that new ones store"),
                rules: .dangerous("writes of shipped apps are refused"))
        case .removedFromModel:
            Row(
                "A required child is removed from a model",
                "`{ \"$type\": \"Room\", \"color\": \"String\" }` loses `color`",
                clients: .breaking("shipped apps can't decode the model without it"))
        case .removedOfYours:
            Row(
                "A child of a type of yours is removed from a model",
                "`{ \"$type\": \"Room\", \"color\": \"Color\" }` loses `color`",
                clients: .undecided("a type of yours may need a value"))
        case .renamed:
            Row(
                "A child has another key, by `$was`",
                "`\"colour\": … → \"color\": { \"$was\": \"colour\", … }`",
                data: .breaking("stored values are at the old key"),
                clients: .breaking("shipped apps read and write at the old key"),
                source: .dangerous("the old member is kept, and deprecated"),
                rules: .dangerous("writes of shipped apps are refused"))
        case .valuesRead:
            Row("A type has the same stored values", "`Int → Int64`")
        case .valuesReadOtherwise:
            Row(
                "A type reads values otherwise than they were meant", "`Int → Date`",
                data: .dangerous("stored values decode, and may mean something else"),
                clients: .dangerous("new values decode, and may mean something else"))
        case .valuesUnknown:
            Row(
                "A type of yours is another", "`Message → Post`",
                data: .undecided("types of yours"), clients: .undecided("types of yours"),
                rules: .undecided("types of yours"))
        case .valuesRefused:
            Row(
                "A type doesn't read all stored values", "`Int → String`",
                data: .breaking("stored values don't decode"),
                clients: .breaking("shipped apps can't decode new values"),
                rules: .dangerous("writes of shipped apps are refused"))
        case .reshaped:
            Row(
                "A list or dictionary becomes a branch, or the reverse",
                "`[String: Int] → { \"a\": \"Int\" }`",
                data: .undecided("the keys that are stored decide"),
                clients: .undecided("the keys that are stored decide"),
                rules: .dangerous("writes of shipped apps may be refused"))
        case .optional:
            Row(
                "A value may be missing", "`String → String?`",
                clients: .dangerous("shipped apps may require it"))
        case .optionalInModel:
            Row(
                "A model's value may be missing", "`String → String?` below a `$type`",
                clients: .breaking("shipped apps can't decode the model without it"))
        case .required:
            Row(
                "A value is always there", "`String? → String`",
                data: .dangerous("it may be missing in what is stored"))
        case .requiredInModel:
            Row(
                "A model's value is always there", "`String? → String` below a `$type`",
                data: .breaking("stored models may lack it"),
                rules: .dangerous("writes that lack it are refused"))
        case .presenceUnknown:
            Row(
                "A model inside of a model gets its first required child, or loses its last",
                "`{ \"$type\": \"Room\", \"owner\": { \"$type\": \"Owner\", … } }`",
                data: .undecided("a type of yours may be missing in what is stored"),
                clients: .undecided("a type of yours may be missing in new models"),
                rules: .dangerous("writes that lack it are refused"))
        case .modelAdded:
            Row(
                "A branch becomes a model", "`{ … } → { \"$type\": \"Room\", … }`",
                data: .undecided("types of yours"),
                rules: .dangerous("writes that lack required children are refused"))
        case .modelRemoved:
            Row(
                "A model becomes a branch", "`{ \"$type\": \"Room\", … } → { … }`",
                data: .dangerous("fields without a path are no longer read"),
                clients: .undecided("types of yours"))
        case .fieldsRead:
            Row(
                "A placeholder reads the fields of a model that have no path",
                "`{ \"$type\": \"Room\", … } → { \"<id>\": \"Int\" }`",
                data: .undecided("types of yours"), clients: .undecided("types of yours"))
        case .keysRead:
            Row("A key type has the same keys", "`<id> → <id: Substring>`")
        case .keysUnknown:
            Row(
                "A key type of yours is another", "`<id> → <id: UserID>`",
                data: .undecided("types of yours"), clients: .undecided("types of yours"),
                rules: .undecided("types of yours"))
        case .keysRefused:
            Row(
                "A key type doesn't take all stored keys", "`<id> → <id: Int>`",
                data: .breaking("stored keys may not be keys of that type"),
                clients: .breaking("new keys may not be keys for shipped apps"),
                rules: .dangerous("writes of shipped apps may be refused"))
        case .indexAdded:
            Row("A collection is ordered by another child", "gets `\"$index\": \"score\"`")
        case .indexRemoved:
            Row(
                "A collection is no longer ordered by a child", "loses `\"$index\": \"score\"`",
                rules: .dangerous("queries of shipped apps have no index"))
        case .memberRemoved:
            Row(
                "A member is removed", "`path.color`",
                source: .breaking("code that uses it doesn't compile"))
        case .deprecatedMemberRemoved:
            Row(
                "A member that was deprecated is removed or changed",
                "`{ \"$deprecated\": \"…\", … } → { }`",
                source: .dangerous("code that still uses it doesn't compile"))
        case .memberRenamed:
            Row(
                "A member has another name, or other arguments",
                "`post(_:postId:) → post(_:id:)`",
                source: .breaking("code that uses it doesn't compile"))
        case .memberRetyped:
            Row(
                "A member has another type", "`Path<Int> → Path<Double>`",
                source: .breaking("code that uses the type doesn't compile"))
        case .typeRenamed:
            Row(
                "A generated type has another name", "`Chatroom → Room`",
                source: .breaking("code that names it doesn't compile"))
        case .accessLowered:
            Row(
                "The generated code has a lower access level", "`public → internal`",
                source: .breaking("code in other modules doesn't compile"))
        case .optionChanged:
            Row(
                "An option gives generated types other names", "`\"namespace\": \"DB\"`",
                source: .breaking("code that names generated types doesn't compile"))
        case .deprecated:
            Row("A child is deprecated", "gets `\"$deprecated\": \"…\"`")
        case .databaseChanged:
            Row(
                "The database is Firestore's, or no longer", "`\"firestore\": true`",
                data: .breaking("stored values are in the other database"),
                clients: .breaking("shipped apps use the other database"))
        case .documentsMoved:
            Row(
                "In Firestore, a map becomes a subcollection, or the other way round",
                "`\"$firestore\": \"map\" → \"subcollection\"`",
                data: .breaking("stored values are in the other"),
                clients: .breaking("shipped apps read and write the other"))
        case .timestampsChanged:
            Row(
                "In Firestore, numbers become timestamps, or the other way round",
                "`{ \"$type\": \"Room\", … }` gets `\"openedAt\": \"Date\"`",
                data: .dangerous("stored values stay, and queries order numbers before timestamps"),
                clients: .dangerous("queries of shipped apps look for the other"))
        }
    }
}

extension Consequence {
    fileprivate static func breaking(_ reason: String) -> Self {
        Self(severity: .breaking, reason: reason)
    }

    fileprivate static func dangerous(_ reason: String) -> Self {
        Self(severity: .dangerous, reason: reason)
    }

    fileprivate static func undecided(_ reason: String) -> Self {
        Self(severity: .undecided, reason: reason)
    }
}

/// Writes the table of changes for the documentation.
package enum ChangeTable {
    /// The table in Markdown, one row for each kind of change.
    package static var markdown: String {
        let audiences = Audience.allCases
        let head = ["change", "example"] + audiences.map(\.rawValue)
        let rows = ChangeKind.allCases.map { kind in
            [kind.row.title, kind.row.example]
                + audiences.map { audience in
                    kind.consequences[audience].map {
                        "**\($0.severity.rawValue)**: \($0.reason)"
                    } ?? "safe"
                }
        }
        return ([head, head.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
