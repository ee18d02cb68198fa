/// The measurements of one quantity, one per round.
struct Samples: Equatable {
    let values: [Double]

    init(_ values: [Double]) {
        self.values = values
    }

    /// The median.
    var median: Double { quantile(0.5) }

    /// Half the distance between the quartiles.
    var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 }

    private func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return .nan }
        let position = share * Double(sorted.count - 1)
        let index = Int(position)
        let next = index + 1 < sorted.count ? sorted[index + 1] : last
        return sorted[index] + (next - sorted[index]) * (position - Double(index))
    }
}

// By round, since a slow round slows down both sides.
extension Samples {
    static func / (left: Samples, right: Samples) -> Samples {
        Samples(zip(left.values, right.values).map { $0 / $1 })
    }

    static func - (left: Samples, right: Samples) -> Samples {
        Samples(zip(left.values, right.values).map { $0 - $1 })
    }

    static func / (left: Samples, right: Double) -> Samples {
        Samples(left.values.map { $0 / right })
    }
}
