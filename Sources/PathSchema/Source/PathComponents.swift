extension String {
    /// The nonempty parts between slashes.
    package var pathComponents: [String] {
        // By scalars: an accent after a slash would be one character with it.
        unicodeScalars.split(separator: "/").map(String.init)
    }
}
