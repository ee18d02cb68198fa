extension SQLiteEngine {
    /// An engine's use of its file.
    public struct Options: Hashable, Sendable {
        /// The crashes that a write survives once it has returned.
        public var durability: Durability

        /// The time that a write waits for another process's write before it fails.
        public var busyTimeout: Duration

        /// The maximum number of concurrent reads. At least one.
        public var readers: Int

        /// Whether the file is only read: see ``readOnly``.
        public var isReadOnly: Bool

        /// Makes options.
        public init(
            durability: Durability = .processDeath, busyTimeout: Duration = .seconds(5),
            readers: Int = 4, isReadOnly: Bool = false
        ) {
            self.durability = durability
            self.busyTimeout = busyTimeout
            self.readers = readers
            self.isReadOnly = isReadOnly
        }

        /// Options for a file that is only read.
        ///
        /// ```swift
        /// let database = TreeDatabase(try SQLiteEngine(at: "chat.sqlite", options: .readOnly))
        /// ```
        ///
        /// The file has to exist, in the format of this version. The system may deny writing to the
        /// file or to its folder. Other processes' writes are seen and watched. Each write throws
        /// `.readOnly`. Missing indexes aren't built.
        public static let readOnly = Options(isReadOnly: true)
    }

    /// The crashes that a write survives once it has returned.
    ///
    /// A batch is atomic in any case.
    public enum Durability: Hashable, Sendable {
        /// The process's death. If the machine dies, the latest writes are lost.
        case processDeath

        /// The machine's death as well, such as a power loss. Each write waits for the disk.
        case powerLoss
    }
}

extension SQLiteEngine.Options {
    var busyMilliseconds: Int32 {
        let (seconds, attoseconds) = busyTimeout.components
        let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
        return Int32(min(max(milliseconds, 0), Double(Int32.max)))
    }
}

extension SQLiteEngine.Durability {
    /// https://sqlite.org/pragma.html#pragma_synchronous
    var synchronous: String {
        switch self {
        case .processDeath: "NORMAL"
        case .powerLoss: "FULL"
        }
    }
}
