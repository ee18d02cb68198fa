// Made by generate-paths from part.export.json, once: these types are yours to change.

import Foundation

/// <id>
struct Item: Codable, Hashable, Sendable {
    var text: String
    var at: Date
}
