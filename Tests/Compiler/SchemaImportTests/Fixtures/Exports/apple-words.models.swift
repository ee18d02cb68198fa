// Made by generate-paths from apple-words.export.json, once: these types are yours to change.

/// notifications/<notificationId>
struct NotificationRecord: Codable, Hashable, Sendable {
    var text: String
}

/// groups/<groupId>/transactions/<transactionId>
struct TransactionRecord: Codable, Hashable, Sendable {
    var amount: Int
}

/// subscriptions/<subscriptionId>
struct SubscriptionRecord: Codable, Hashable, Sendable {
    var plan: String
}

/// settings
struct Settings: Codable, Hashable, Sendable {
    var title: String
}
