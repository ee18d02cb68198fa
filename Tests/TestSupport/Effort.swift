import Foundation

extension Int {
    /// How often something is tried: what an environment variable says, or so many times.
    package static func count(_ variable: String, or count: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? count
    }
}
