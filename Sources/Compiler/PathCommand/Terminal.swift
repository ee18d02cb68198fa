#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Standard error, and its capabilities.
enum Terminal {
    static func print(_ text: String) {
        try? Files.write(text, to: STDERR_FILENO, path: "standard error")
    }

    /// Whether diagnostics may be colored: on a terminal, unless `NO_COLOR` is set
    /// (<https://no-color.org>).
    static var takesColor: Bool {
        isatty(STDERR_FILENO) == 1 && !(getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    }
}
