/// A group that a change of a schema may break something for.
package enum Audience: String, CaseIterable, Sendable {
    /// New code that reads what is stored.
    case data
    /// Shipped apps that read what new code stores.
    case clients
    /// Code of the app that uses generated names.
    case source
    /// Shipped apps whose writes the rules of `--emit rules` check.
    case rules
}
