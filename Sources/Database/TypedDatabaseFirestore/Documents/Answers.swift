import TypedDatabase

/// The answer to a request for documents by their names.
struct DocumentsAnswer {
    /// The documents that exist. Names are places, not texts, since Swift takes some texts of
    /// different bytes for equal.
    private(set) var documents: [TreePlace: ReadDocument] = [:]

    init(_ json: [UInt8], _ root: DocumentRoot) throws(JSONError) {
        var documents: [TreePlace: ReadDocument] = [:]
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            guard member == "found" else {
                _ = try reader.value()
                return
            }
            let (name, document) = try reader.document()
            if let place = root.place(ofName: name) { documents[place] = document }
        }
        self.documents = documents
    }
}

/// The answer to a query.
struct QueryAnswer {
    private(set) var documents: [FoundDocument] = []

    init(_ json: [UInt8]) throws(JSONError) {
        var documents: [FoundDocument] = []
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            guard member == "document" else {
                _ = try reader.value()
                return
            }
            let (name, document) = try reader.document()
            let id = String(decoding: name.utf8.split(separator: 0x2F).last ?? [], as: UTF8.self)
            documents.append(FoundDocument(key: TreeKey(id), value: document.value))
        }
        self.documents = documents
    }
}

/// The answer to a commit.
struct CommitAnswer {
    /// The time of the commit, from which on every state has it.
    private(set) var time: ReadTime?

    /// Returns `nil` for an answer that can't be read.
    init?(_ json: [UInt8]) {
        guard case .string(let time)? = (try? JSONReader.value(json))?[["commitTime"]] else {
            return nil
        }
        self.time = ReadTime(time)
    }
}

/// The answer to a request for a count, with the alias `n`.
struct CountAnswer {
    private(set) var count = 0
    /// The time of the state that was counted.
    private(set) var readTime: String?

    init(_ json: [UInt8]) throws(JSONError) {
        var count: TreeValue?
        var readTime: TreeValue?
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            let value = try reader.value()
            switch member {
            case "result": count = value[["aggregateFields", "n", "integerValue"]]
            case "readTime": readTime = value
            default: break
            }
        }
        if case .string(let text)? = count { self.count = Int(text) ?? 0 }
        if case .string(let text)? = readTime { self.readTime = text }
    }
}

extension JSONReader {
    /// Reads the members of each element of an answer, which is an array of objects.
    fileprivate static func readElements(
        _ json: [UInt8],
        _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try read(json) { reader throws(JSONError) in
            reader.maximumDepth = documentDepth
            try reader.elements { reader throws(JSONError) in
                try reader.members { member, reader throws(JSONError) in
                    // A query that fails while it is being answered.
                    if member == "error" {
                        throw JSONError(
                            offset: reader.position,
                            reason: "an error within it: \(try reader.value()?.description ?? "")")
                    }
                    try body(member, &reader)
                }
            }
        }
    }

    /// Reads a document with its name.
    mutating func document() throws(JSONError) -> (name: String, document: ReadDocument) {
        var name = ""
        var document = ReadDocument()
        try members { member, reader throws(JSONError) in
            switch member {
            case "name": name = try reader.string()
            case "fields": document.value = try reader.fields()
            case "updateTime": document.updateTime = try reader.string()
            default: _ = try reader.value()
            }
        }
        return (name, document)
    }
}
