// Made by generate-paths from news.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// articles/<slug>
struct Article: Codable, Hashable, Sendable {
    var headline: String
    var teaser: String?
    var body: String
    var section: ArticleSection
    var publishedAt: Double
    var author: Author?
    var views: Int?
}

/// articles/<slug>/author
struct Author: Codable, Hashable, Sendable {
    var id: String?
    var name: String?
}

/// comments/<slug>/<commentId>
struct Comment: Codable, Hashable, Sendable {
    var name: String?
    var text: String?
    var time = ServerTime.pending
}

/// newsletter/<hash>
struct Newsletter: Codable, Hashable, Sendable {
    var email: String?
}

/// articles/<slug>/section
enum ArticleSection: String, Codable, Hashable, Sendable {
    case politics
    case sport
    case culture
}
