import PathSchema

extension Schema {
    /// Whether values or keys are of types that come with Foundation, so that the code must import it.
    var usesFoundation: Bool { !typeNames.isDisjoint(with: FoundationTypes.names) }
}

private enum FoundationTypes {
    /// Those of Foundation's types that values in a database are of, and the module itself; but none
    /// that an app has its own of, such as `Measurement` and `Unit`.
    static let names = Set(
        words: """
            AttributedString CharacterSet Data Date DateComponents DateInterval Decimal Foundation
            IndexPath IndexSet Locale NSDecimalNumber NSNull NSNumber NSRange PersonNameComponents
            TimeInterval TimeZone URL URLComponents UUID
            """)
}
