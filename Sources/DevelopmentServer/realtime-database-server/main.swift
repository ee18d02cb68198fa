import Foundation
import PathSchema
import RealtimeDatabaseServer
import TypedDatabase
import TypedDatabaseSQLite

/// Serves until the process is asked to end.
func serve(_ arguments: Arguments) throws {
    var stopSignals = StopSignals()
    var options = RealtimeDatabaseServer.Options()
    options.isOpen = arguments.isOpen
    options.demandsIndexes = arguments.demandsIndexes
    options.keepAliveInterval = arguments.keepAliveInterval
    options.rulesFile = arguments.file.map { $0 + ".rules.json" }
    options.watchedRulesFile = arguments.rules
    options.schemaFiles = arguments.schemaFiles
    options.log = { write("\($0)\n", to: .standardError) }
    let engine: any DatabaseEngine =
        if let file = arguments.file { try SQLiteEngine(at: file) } else { MemoryEngine() }
    let server = try RealtimeDatabaseServer(
        engine: engine, port: arguments.port, options: options)
    write("listening at \(server.url)\n", to: .standardOutput)
    if let rules = arguments.rules {
        write("obeying the rules in \(rules)\n", to: .standardOutput)
    } else if let rules = options.rulesFile, FileManager.default.fileExists(atPath: rules) {
        write("obeying the rules in \(rules)\n", to: .standardOutput)
    }
    stopSignals.wait()
    server.stop()
}

extension TreeValue {
    /// The value of a claim on the command line: JSON, or a text without quotes.
    init(claim text: String) {
        self = (try? JSONReader.value(Array(text.utf8))) ?? .string(text)
    }
}

func write(_ text: String, to file: FileHandle) {
    try? file.write(contentsOf: Data(text.utf8))
}

func fail(_ message: String, status: Int32) -> Never {
    write("realtime-database-server: error: \(message)\n", to: .standardError)
    exit(status)
}

do {
    let arguments = try Arguments(parsing: try CommandWords.ofProcess())
    if arguments.showsHelp {
        write(Arguments.help, to: .standardOutput)
    } else if let user = arguments.tokenUser {
        let claims = arguments.claims.map { ($0.name, TreeValue(claim: $0.value)) }
        write(IDToken.make(uid: user, claims: claims) + "\n", to: .standardOutput)
    } else {
        try serve(arguments)
    }
} catch let error as UsageError {
    fail(error.message, status: 64)
} catch {
    fail("\(error)", status: 1)
}

/// The signals of Ctrl-C and of requests to end the process, which are waited for.
struct StopSignals {
    private var signals = sigset_t()

    /// Blocks the signals in this thread, and in those that it starts later.
    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for a signal, which may have arrived before the call.
    mutating func wait() {
        var number: Int32 = 0
        sigwait(&signals, &number)
    }
}
