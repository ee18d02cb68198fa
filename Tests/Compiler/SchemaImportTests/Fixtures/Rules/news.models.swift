// Made by generate-paths from news.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// news/<newsId>
struct News: Codable, Hashable, Sendable {
    var headline: String?
    var publishedAt: Date?
    var tags: KeySet<String> = []
}

/// series/<seriesId>/episodes/<episodeId>
struct Episode: Codable, Hashable, Sendable {
    var title: String?
}

/// media/<mediaId>
struct Media: Codable, Hashable, Sendable {
    var url: String?
    var size: Int?
}
