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
