import TypedDatabaseConformance

package typealias SplitMix64 = TypedDatabaseConformance.SplitMix64

extension SplitMix64 {
    /// Whether something happens that does in this many of a hundred cases.
    package mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// One of some choices, of which there must be any.
    package mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
        choices[choices.indices.randomElement(using: &self)!]
    }
}
