import Foundation

/// How much tests try of what they try at random: `TEST_EFFORT=20 swift test` tries twenty times as much.
package enum Effort {
    private static let factor =
        ProcessInfo.processInfo.environment["TEST_EFFORT"].flatMap(Int.init) ?? 1

    package static func times(_ count: Int) -> Int { count * max(1, factor) }
}
