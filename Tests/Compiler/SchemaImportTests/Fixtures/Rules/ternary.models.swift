// Made by generate-paths from ternary.rules.json, once: these types are yours to change.

/// payments/<paymentId>
struct Payment: Codable, Hashable, Sendable {
    var amount: Double?
    var kind: PaymentKind?
    var note: String?
    var by: String?
}

/// payments/<paymentId>/kind
enum PaymentKind: String, Codable, Hashable, Sendable {
    case charge
    case refund
}
