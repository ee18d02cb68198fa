/// The regular expressions that the rules of a schema have.
package enum RulesPatterns {
    /// An integer as Swift prints it, and so without zeros before it.
    package static let integer = "^(0|-?[1-9][0-9]*)$"
}
