import TypedDatabase

// Firebase's placeholders, which it replaces when it writes.
extension JSONWriter {
    /// Writes a value, with Firebase's placeholders for the server's times.
    mutating func write(_ pending: PendingValue) {
        write(pending.value, times: pending.serverTimes.map { $0.keys[...] })
    }

    /// Writes Firebase's request to add a number to the current one.
    mutating func writeIncrement(by delta: TreeValue) {
        write(raw: #"{".sv":{"increment":"#)
        write(delta)
        write(raw: "}}")
    }

    private mutating func write(_ value: TreeValue?, times: [ArraySlice<TreeKey>]) {
        if times.isEmpty { return write(value) }
        if times.contains(where: \.isEmpty) { return write(raw: #"{".sv":"timestamp"}"#) }
        let children = value?.children ?? TreeChildren()
        let timesByKey = Dictionary(grouping: times) { $0[$0.startIndex] }
        let others = timesByKey.keys.filter { children[$0] == nil }
        writeObject(children.map(\.key) + others, key: \.text) { key, writer in
            let times = timesByKey[key, default: []]
            writer.write(children[key], times: times.map { $0.dropFirst() })
        }
    }
}
