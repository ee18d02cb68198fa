import Foundation

/// The resources that a process uses; none where the system has no `/proc`.
///
/// Only for processes that a test has for itself (`#expect(processExitsWith:)`): all others share one.
package struct ProcessUsage {
    private let threads: Int
    private let descriptors: Int
    /// In bytes.
    private let memory: Int

    /// The usage after a pause, since the first timer of a process opens descriptors.
    package static func afterPause() async throws -> ProcessUsage {
        try await Task.sleep(for: .milliseconds(1))
        return now
    }

    private static var now: ProcessUsage {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ProcessUsage(
            threads: count("/proc/self/task"), descriptors: count("/proc/self/fd"),
            memory: pages * 4096)
    }

    /// Waits until the process has as few threads and descriptors again, with some tolerance for the
    /// threads of tasks. Ends the process if it never has.
    package func waitUntilFreed() async throws {
        let deadline = ContinuousClock.now + Patience.limit
        while case let now = Self.now,
            now.threads > threads + 4 || now.descriptors > descriptors
        {
            precondition(.now < deadline, "\(now) after \(self)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Ends the process if it has so much more memory than it had.
    package func checkMemory(growsLessThan limit: Int) {
        let growth = Self.now.memory - memory
        precondition(growth < limit, "\(growth) bytes more")
    }

    /// The number of times that a thread of this process has waited.
    package static var waits: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let thread = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "/proc/self/task/\(thread)/status"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first {
                $0.hasPrefix("voluntary_ctxt_switches:")
            }
            count += line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
        }
        return count
    }

    /// The number of open descriptors.
    package static var descriptorCount: Int { count("/proc/self/fd") }

    /// Counts without Foundation, which reads beyond a buffer's end in folders of over a thousand files.
    private static func count(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
