import TypedDatabase

extension TreeValue {
    /// The approximate number of bytes of the value in a file.
    var approximateByteCount: Int {
        switch self {
        case .bool: 1
        case .integer, .double: 8
        case .string(let text): text.utf8.count
        case .children(let children):
            children.reduce(0) { $0 + $1.key.text.utf8.count + 8 + $1.value.approximateByteCount }
        }
    }
}

extension [TreeEdit] {
    var approximateByteCount: Int {
        reduce(0) { count, edit in
            guard case .set(let value) = edit.operation else { return count + 8 }
            return count + (value.value?.approximateByteCount ?? 0) + 8
        }
    }
}
