extension String {
    /// Returns the name with the first number after it, from 2, that makes it free: `id2`.
    package func numbered(where isFree: (String) -> Bool) -> String {
        var number = 2
        while !isFree("\(self)\(number)") { number += 1 }
        return "\(self)\(number)"
    }
}
