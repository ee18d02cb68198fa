import PathSchema

extension Schema {
    /// Whether values or keys are of Foundation's types, so that the generated code must import
    /// Foundation.
    var usesFoundation: Bool { !typeNames.isDisjoint(with: FoundationTypes.names) }
}

private enum FoundationTypes {
    /// Foundation's types that database values can have, and the module itself. Types whose names
    /// apps often use themselves, such as `Measurement` and `Unit`, are left out.
    static let names = Set(
        words: """
            AttributedString CharacterSet Data Date DateComponents DateInterval Decimal Foundation
            IndexPath IndexSet Locale NSDecimalNumber NSNull NSNumber NSRange PersonNameComponents
            TimeInterval TimeZone URL URLComponents UUID
            """)
}
