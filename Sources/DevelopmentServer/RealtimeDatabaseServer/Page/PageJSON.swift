import TypedDatabase

/// JSON for the page, whose members keep their order.
enum PageJSON: ExpressibleByStringInterpolation {
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([PageJSON])
    /// An object without the members that are `nil`.
    case object(KeyValuePairs<String, PageJSON?>)

    init(stringLiteral text: String) { self = .text(text) }

    var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.write(text)
        case .flag(let flag): writer.write(.bool(flag))
        case .number(let number): writer.write(.integer(Int64(number)))
        case .list(let elements):
            writer.write(raw: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.write(raw: ",") }
                element.write(to: &writer)
            }
            writer.write(raw: "]")
        case .object(let members):
            let present = members.compactMap { key, value in value.map { (key, $0) } }
            writer.writeObject(present, key: \.0) { member, writer in member.1.write(to: &writer) }
        }
    }

    var response: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: bytes)
    }
}
