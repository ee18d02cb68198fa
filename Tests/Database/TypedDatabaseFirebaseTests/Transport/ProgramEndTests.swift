#if os(Linux)
    import Foundation
    import Glibc
    import RealtimeDatabaseServer
    import TestSupport
    import Testing
    import TypedDatabase

    /// Programs that end while requests are under way, at every stage and in every way.
    ///
    /// With `TEST_EFFORT=500` there are 20,000.
    @Suite struct ProgramEndTests {
        private static let stages = [
            "read", "write", "cancelledWrite", "watch", "manyEngines", "releasedEngine", "answered",
        ]
        private static let ways = ["returns", "exits", "exitsElsewhere"]

        @Test func aProgramEndsInAnOrderlyWayAtAnyStageOfARequest() async throws {
            let random = Locked(SplitMix64(seed: Seed.make()))
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            server.faults.decide { _ in random.withLock { Self.fault(using: &$0) } }
            let silent = try SilentListener()
            let urls = [
                server.url, server.url, "http://127.0.0.1:\(silent.port)",
                "https://127.0.0.1:\(silent.port)", "https://127.0.0.1:\(server.port)",
                "https://nowhere.invalid", "http://127.0.0.1:1",
            ]
            let count = Effort.times(40)
            let failures = await withTaskGroup(of: String?.self) { group in
                var failures: [String] = []
                // More at once than there are cores.
                for index in 0..<count + 8 {
                    if index >= 8, let failure = await group.next() ?? nil {
                        print("\(index - 8): \(failure)")
                        failures.append(failure)
                    }
                    guard index < count else { continue }
                    let arguments = random.withLock { random in
                        [
                            urls.randomElement(using: &random)!, "end",
                            Self.stages.randomElement(using: &random)!,
                            Self.ways.randomElement(using: &random)!,
                            // Short times are as likely as long ones.
                            "\(1 << Int.random(in: 0...16, using: &random))",
                        ]
                    }
                    let isPinned = index % 2 == 0
                    group.addTask { await Self.failure(of: arguments, isPinned: isPinned) }
                }
                return failures
            }
            #expect(failures == [], "\(failures.count) of \(count)")
            await onThread { server.stop() }
        }

        private static func fault(using random: inout SplitMix64) -> Fault? {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: Fault.delay(Double.random(in: 0...0.05, using: &random))
            case 1: Fault.stall(after: Int.random(in: 0...300, using: &random))
            case 2: Fault.pieces(of: Int.random(in: 1...10_000, using: &random))
            default: nil
            }
        }

        /// Runs the program. Returns how it ended, unless it did so in order.
        private static func failure(of arguments: [String], isPinned: Bool) async -> String? {
            let process = Process()
            let errors = Pipe()
            do {
                let program = try Products.program("firebase-client")
                let taskset = URL(fileURLWithPath: "/usr/bin/taskset")
                process.executableURL = program
                process.arguments = arguments
                if isPinned, FileManager.default.isExecutableFile(atPath: taskset.path) {
                    process.executableURL = taskset
                    process.arguments = ["-c", "0", program.path] + arguments
                }
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = FileHandle.nullDevice
                process.standardError = errors
                try await withCheckedThrowingContinuation {
                    (end: CheckedContinuation<Void, any Error>) in
                    process.terminationHandler = { _ in end.resume() }
                    do { try process.run() } catch { end.resume(throwing: error) }
                }
            } catch {
                return "\(error)"
            }
            if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
            let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
            return "\(arguments) ended with \(process.terminationStatus): \(text.prefix(100))"
        }
    }
#endif
