/// A file's header: https://sqlite.org/fileformat2.html#the_database_header
struct FileHeader {
    static let count = 100

    private let bytes: [UInt8]

    /// - Parameter bytes: the first ``count`` bytes of the file, 0 past its end.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the file has no data yet.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether the file is a SQLite database.
    var isDatabase: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Whether texts are UTF-8, according to the header. A database without tables has 0.
    var isUTF8: Bool { integer(at: 56) <= 1 }

    var userVersion: Int64 { integer(at: 60) }
    var applicationID: Int64 { integer(at: 68) }

    private func integer(at offset: Int) -> Int64 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}
