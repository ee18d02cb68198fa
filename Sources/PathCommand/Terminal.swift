#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Standard error, and who reads it.
enum Terminal {
    static func print(_ text: String) {
        try? Files.write(text, to: STDERR_FILENO, path: "standard error")
    }

    /// Whether diagnostics may be coloured: on a terminal, unless `NO_COLOR` asks not to
    /// (<https://no-color.org>).
    static var takesColor: Bool {
        isatty(STDERR_FILENO) == 1 && !(getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    }
}
