// Made by generate-paths from wiki.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// pages/<pageId>/revisions/<rev>
struct Revision: Codable, Hashable, Sendable {
    var text: String?
    var author: String?
    var comment: String?
    var at = ServerTime.pending
}
