import Foundation
import TestSupport
import Testing

/// The links of all pages, to files and to their headings, lead somewhere.
@Suite struct LinkTests {
    static let pages = Result {
        try ["", "Documentation", "Examples"].flatMap { try Repository.files(in: $0) }
            .filter { $0.pathExtension == "md" }
    }

    @Test func thereArePages() throws {
        #expect(try Self.pages.get().count >= 10)
    }

    @Test(arguments: try pages.get())
    func linksLeadSomewhere(page: URL) throws {
        let text = try String(contentsOf: page, encoding: .utf8)
        for match in text.matches(of: /\]\(([^)#]*)(?:#([^)]+))?\)/) {
            if match.1.hasPrefix("http") { continue }
            let file =
                match.1.isEmpty
                ? page : page.deletingLastPathComponent().appendingPathComponent("\(match.1)")
            #expect(FileManager.default.fileExists(atPath: file.path), "\(match.0)")
            if let anchor = match.2 {
                #expect(try Self.anchors(of: file).contains("\(anchor)"), "\(match.0)")
            }
        }
    }

    /// The anchors that GitHub derives from a page's headings.
    private static func anchors(of page: URL) throws -> [String] {
        try String(contentsOf: page, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/).map { match in
            match.1.lowercased().replacing(" ", with: "-")
                .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
    }
}
