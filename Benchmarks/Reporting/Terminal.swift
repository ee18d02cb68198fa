import Foundation

/// Standard error, if it is a terminal.
enum Terminal {
    private static let isWatched = isatty(2) == 1

    /// Shows the progress, until the next line is printed.
    static func show(progress: String) {
        if isWatched { write(progress) }
    }

    static func clearProgress() {
        if isWatched { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
