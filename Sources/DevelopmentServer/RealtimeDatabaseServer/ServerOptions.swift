import Foundation
import TypedDatabaseRules

extension RealtimeDatabaseServer {
    /// The options of a server.
    public struct Options: Sendable {
        /// Whether everybody may read and write, or administrators only: those with the token
        /// `owner`. Any rules replace this option.
        public var isOpen = true

        /// The rules at the start; `nil` for none.
        public var rules: SecurityRules?

        /// The path of a file of rules, which are enforced from the start, and again whenever the
        /// file changes. As long as it has errors, the rules before remain.
        public var watchedRulesFile: String?

        /// The path of a file that keeps the rules that are PUT to `/.settings/rules.json`. If it
        /// exists, its rules apply from the start. Without a path, rules end with the server.
        public var rulesFile: String?

        /// The paths of the files of the data's schema, for the page in a browser.
        public var schemaFiles: [String] = []

        /// Called with each line of the log: requests that the rules refuse, with the rules and
        /// values that decided, and rules that were read again.
        public var log: @Sendable (String) -> Void = { _ in }

        /// The clock for server times, and for `now` in rules.
        package var now: @Sendable () -> Date = { Date() }

        /// Whether a token that is no JWT is a user's whose ID it is, for tests of clients.
        public var acceptsOpaqueTokens = false

        /// Whether a query by value or by a child needs an index in the rules, as with the service.
        public var demandsIndexes = true

        /// The number of seconds between two keep-alive events of a stream.
        public var keepAliveInterval = 30.0

        /// The maximum number of bytes of pending events for a slow client, before its stream is
        /// ended.
        public var streamBufferSize = 64 * 1024 * 1024

        /// The maximum number of bytes of pending events for all clients, before the stream with
        /// the most is ended. A single stream may have more, up to ``streamBufferSize``.
        public var totalStreamBufferSize = 256 * 1024 * 1024

        /// The maximum number of concurrent connections. Others are answered 503.
        public var maximumConnectionCount = 2_000

        var limits = HTTPRequestReader.Limits()

        /// Makes the default options.
        public init() {}
    }
}
