import Testing

@testable import DatabaseTransport

@Suite struct HTTPHeadReaderTests {
    @Test(
        arguments: [
            (
                ["HTTP/1.1 200 OK", "ETag:  a:b ", "X-ETag: c", "etag", "etagged: d", ""],
                HTTPHead(status: 200, etag: "a:b")
            ),
            (
                ["HTTP/2 307", "location: x", "LOCATION:y", "ETag:", ""],
                HTTPHead(status: 307, etag: "", location: "y")
            ),
            (
                ["HTTP/1.1 100 Continue", "a: b", "", "HTTP/1.1 204 No Content", ""],
                HTTPHead(status: 204)
            ),
            (["HTTP/1.1 200 OK", "ETag: a"], nil),
            (["HTTP/1.1 ", ""], nil),
            (["", "no head", ""], nil),
            (["HTTP/1.1 two OK", ""], nil),
        ] as [([String], HTTPHead?)])
    func linesBecomeAHead(lines: [String], head: HTTPHead?) {
        for end in ["\r\n", "\n", ""] {
            var reader = HTTPHeadReader()
            let heads = lines.compactMap { reader.read($0 + end) }
            #expect(heads == (head.map { [$0] } ?? []))
            #expect(reader.isComplete == (head != nil))
        }
    }

    @Test func linesAfterTheHeadAreIgnored() {
        var reader = HTTPHeadReader()
        for line in ["HTTP/1.1 200 OK", ""] { _ = reader.read(line) }
        for line in ["trailer: 1", "HTTP/1.1 500 No", ""] {
            #expect(reader.read(line) == nil)
        }
    }
}

extension HTTPHeadReader {
    fileprivate mutating func read(_ line: String) -> HTTPHead? {
        Array(line.utf8).withUnsafeBytes { read($0) }
    }
}
