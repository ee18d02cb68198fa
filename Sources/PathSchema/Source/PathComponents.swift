extension String {
    /// What is between slashes, but nothing empty.
    package var pathComponents: [String] {
        // By scalars: an accent after a slash would be one character with it.
        unicodeScalars.split(separator: "/").map(String.init)
    }
}
