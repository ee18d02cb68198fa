extension RealtimeDatabaseServer {
    public struct Options: Sendable {
        /// Whether everybody may read and write, or administrators only: those with the token `owner`.
        ///
        /// Rules that are put to `/.settings/rules.json` replace this. Of their conditions the server
        /// understands `true`, `false`, `auth != null` and `auth == null`; all others are as this says.
        public var isOpen = true

        /// The path of a file that keeps the rules that are put to `/.settings/rules.json`. Its rules hold
        /// from the start, if it is there. Without a path, rules are gone at the end.
        public var rulesFile: String?

        /// Whether a query by value or by a child needs an index in the rules, as with the service.
        public var demandsIndexes = true

        /// Seconds between two events that say that a stream is alive.
        public var keepAliveInterval = 30.0

        /// The bytes of events that may wait for a slow client, before its stream is ended.
        public var streamBufferSize = 64 * 1024 * 1024

        /// The connections that are served at once. Others are answered 503.
        public var maximumConnectionCount = 2_000

        var limits = HTTPRequestReader.Limits()

        public init() {}
    }
}
