import Foundation
import TypedDatabase

struct Room: Codable, Equatable {
    var name: String
    var openedAt: Date
    var members: [String: Bool] = [:]
    var messageCount = 0
}

struct Message: Codable, Equatable {
    var author: String
    var text: String
    var sentAt = ServerTime.pending
}
