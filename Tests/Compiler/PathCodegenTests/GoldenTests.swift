import Foundation
import PathCodegen
import Testing

/// Whole outputs, beside the schemas that they are made from: see the folder `Golden`.
///
/// `UPDATE_GOLDEN=1 swift test --filter GoldenTests` writes them again, for a change that is wanted.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Golden")

    private static let files: [(Rendering, String)] = [
        (.swift, "Paths.swift"), (.tree, "tree.txt"), (.mermaid, "diagram.mermaid"),
        (.json, "resolved.json"),
    ]

    @Test(
        arguments: [
            "plain", "typedKeys", "namespace", "documentation", "names", "longLines",
            "sharedMembers", "indexes", "formerKeys", "firestore",
        ])
    func outputsAreThoseBesideTheSchema(name: String) throws {
        let folder = Self.folder.appendingPathComponent(name)
        let schema = try String(
            contentsOf: folder.appendingPathComponent("schema.json"), encoding: .utf8)
        for (rendering, fileName) in Self.files {
            let file = folder.appendingPathComponent(fileName)
            let output = try rendering.text(of: schema)
            if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
                try output.write(to: file, atomically: true, encoding: .utf8)
            }
            let golden = try String(contentsOf: file, encoding: .utf8)
            #expect(diff(golden, output) == "", "\(name)/\(fileName)")
        }
    }
}

/// The lines that differ between two texts: `-` only in the first, `+` only in the second.
private func diff(_ old: String, _ new: String) -> String {
    func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let changes = lines(new).difference(from: lines(old))
    let described =
        changes.removals.map { describe($0, "-") } + changes.insertions.map { describe($0, "+") }
    return described.sorted { $0.number < $1.number }.map(\.text).joined(separator: "\n")
}

private func describe(
    _ change: CollectionDifference<Substring>.Change, _ sign: String
) -> (number: Int, text: String) {
    switch change {
    case .insert(let offset, let line, _), .remove(let offset, let line, _):
        (offset, "\(sign) \(offset + 1): \(line)")
    }
}
