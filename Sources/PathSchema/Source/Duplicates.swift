extension [String] {
    /// Whether two of the texts are equal.
    var hasDuplicates: Bool {
        // Hashing a few takes longer than comparing each with all others.
        guard count <= 8 else { return Set(self).count < count }
        for index in 0..<count {
            for other in 0..<index where self[index] == self[other] { return true }
        }
        return false
    }
}
