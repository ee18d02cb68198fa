extension [String] {
    /// Whether two elements are equal.
    var hasDuplicates: Bool {
        // For few elements, hashing is slower than comparing all pairs.
        guard count <= 8 else { return Set(self).count < count }
        for index in 0..<count {
            for other in 0..<index where self[index] == self[other] { return true }
        }
        return false
    }
}
