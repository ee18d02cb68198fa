import PathSchema

extension Schema {
    /// Whether values or keys are of types that come with Foundation, so that the code must import it.
    var usesFoundation: Bool {
        valueTypes.contains { type in
            let names = type.unicodeScalars.split { !Identifier.isCharacter($0) }
            return names.contains { FoundationTypes.names.contains(String($0)) }
        }
    }
}

private enum FoundationTypes {
    /// Those of Foundation's types that values in a database are of.
    static let names = Set(
        words: """
            AttributedString Calendar CharacterSet Data Date DateComponents DateInterval Decimal
            Dimension IndexPath IndexSet Locale Measurement NSDecimalNumber NSNull NSNumber NSRange
            PersonNameComponents TimeInterval TimeZone URL URLComponents UUID Unit UnitDuration
            UnitLength UnitMass UnitTemperature UnitVolume
            """)
}
