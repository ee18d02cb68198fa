/// The regular expressions that a schema's rules use.
package enum RulesPatterns {
    /// An integer as Swift prints it, without leading zeros.
    package static let integer = "^(0|-?[1-9][0-9]*)$"
}
