import SecurityRules

/// Reads a data export to check it against rules.
package enum ExportCheck {
    /// - Parameter nextChunk: returns the next bytes of the export; none at its end.
    /// - Returns: the check with its results.
    package static func run(
        _ check: DataCheck, nextChunk: @escaping () throws -> [UInt8]
    ) throws -> DataCheck {
        var check = check
        var reader = JSONEventReader(nextChunk: nextChunk)
        // For each open object or array: the index of the next element, if it is an array.
        var indexes: [Int?] = []
        while true {
            let event = try reader.next()
            if let last = indexes.last, let index = last, event != .endArray {
                check.enter(String(index))
                indexes[indexes.count - 1] = index + 1
            }
            switch event {
            case .beginObject, .beginArray:
                check.begin()
                indexes.append(event == .beginArray ? 0 : nil)
            case .endObject, .endArray:
                check.end()
                indexes.removeLast()
            case .key(let key): check.enter(key)
            case .string: check.note(.string)
            case .integer: check.note(.integer)
            case .double: check.note(.fraction)
            case .bool: check.note(.bool)
            case .null: check.note(nil)
            case .end: return check
            }
        }
    }
}
