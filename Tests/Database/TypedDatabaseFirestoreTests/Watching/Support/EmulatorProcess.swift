import DatabaseTransport
import Foundation
import TestSupport

/// An emulator of a test's own, which can be stopped and started again.
final class EmulatorProcess {
    /// The emulator's program, which `.ci/firestore-test` finds; `nil` without it.
    static let jar = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_JAR"]

    let host: String
    private let port: Int
    private let transport = SystemTransport.make()
    private var program: RunningProgram?

    /// Starts an emulator at a port that is probably free.
    init() async throws {
        port = .random(in: 20_000..<40_000)
        host = "127.0.0.1:\(port)"
        try await start()
    }

    deinit {
        program?.kill()
    }

    func start() async throws {
        program = try RunningProgram(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "java", "-Xmx600m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                Self.jar ?? "", "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
                "--host=127.0.0.1", "--port=\(port)",
            ])
        let deadline = ContinuousClock.now + Patience.limit
        while await !answers() {
            guard .now < deadline else { throw CocoaError(.fileReadUnknown) }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    func stop() {
        program?.kill()
        program = nil
    }

    private func answers() async -> Bool {
        var request = HTTPRequest(method: .get, url: "http://\(host)/")
        // An emulator that is starting may take a request and never answer it.
        request.timeouts.whole = .seconds(2)
        let response = try? await transport.send(request, maximumCount: 1000)
        return response?.head.status == 200
    }
}
