import TestSupport
import Testing

@Suite struct SimulationTests {
    /// `TEST_EFFORT=40 swift test --filter SimulationTests` runs 2,000 seeds.
    @Test func devicesKeepTheirPromisesWhateverTheNetworkDoes() async {
        let first = Seed.make()
        let found = await onThread { () -> String? in failure(from: first) }
        if let found { Issue.record("\(found)") }
    }

    /// Returns the first violation, with its seed and the steps that lead to it.
    private func failure(from first: UInt64) -> String? {
        for seed in first..<first + UInt64(Effort.times(50)) {
            let devices = 1 + Int(seed % 3)
            let actions = Action.random(250, devices: devices, seed: seed)
            guard let violation = violation(of: actions, devices) else { continue }
            let (steps, last) = shrunk(actions, violation, devices)
            let shown = steps.map(\.description).joined(separator: "\n")
            return "TEST_SEED=\(seed): \(violation)\n\(steps.count) steps:\n\(shown)\n\(last)"
        }
        return nil
    }

    private func violation(of actions: [Action], _ devices: Int) -> String? {
        do {
            try Simulation.run(actions, devices: devices)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns the actions without those that a violation doesn't need.
    private func shrunk(
        _ actions: [Action], _ violation: String, _ devices: Int
    ) -> ([Action], String) {
        var (actions, last) = (actions, violation)
        var count = actions.count / 2
        while count > 0 {
            var start = 0
            while start < actions.count {
                var fewer = actions
                fewer.removeSubrange(start..<min(start + count, actions.count))
                if let violation = self.violation(of: fewer, devices) {
                    (actions, last) = (fewer, violation)
                } else {
                    start += count
                }
            }
            count /= 2
        }
        return (actions, last)
    }
}
