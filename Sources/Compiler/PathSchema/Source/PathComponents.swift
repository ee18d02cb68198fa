extension String {
    /// The nonempty components between slashes.
    package var pathComponents: [String] {
        // Splits by scalars: a combining accent after a slash would form one character with the
        // slash.
        unicodeScalars.split(separator: "/").map(String.init)
    }
}
