extension SQLiteEngine {
    /// How an engine uses its file.
    public struct Options: Hashable, Sendable {
        public var durability: Durability

        /// How long a write waits for another process that is writing, before it fails.
        public var busyTimeout: Duration

        /// How many reads can happen at the same time. At least one.
        public var readers: Int

        /// Whether the file is only read: see ``readOnly``.
        public var isReadOnly: Bool

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
        /// The file has to be there, in the format of this version, and may be one that the system
        /// doesn't let be written, also in such a folder. What other processes write is seen and
        /// watched. Each write throws `.readOnly`. Indexes that the file lacks aren't built.
        public static let readOnly = Options(isReadOnly: true)
    }

    /// What a write survives, once it has returned.
    ///
    /// Whatever happens, a batch is there wholly or not at all.
    public enum Durability: Hashable, Sendable {
        /// That the process is killed or crashes. The latest writes are lost if the machine does.
        case processDeath

        /// That the machine loses its power, too. Each write waits for the disk.
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
