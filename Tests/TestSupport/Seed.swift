import Foundation

/// Seeds of randomized tests: `TEST_SEED=42 swift test --filter OrderTests` repeats a run.
package enum Seed {
    /// The seed in `TEST_SEED`, or a random one. Printed, so that a failure can be repeated.
    package static func make(for test: String = #function) -> UInt64 {
        let given = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap(UInt64.init)
        let seed = given ?? .random(in: 0...UInt64(UInt32.max))
        print("TEST_SEED=\(seed) \(test)")
        return seed
    }
}
