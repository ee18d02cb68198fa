import Foundation
import TypedDatabase

/// The pending writes, first in first out.
struct Outbox: Sendable {
    /// Writes that are sent as one batch.
    struct Sending: Hashable, Sendable {
        /// The number of the attempt.
        let number: Int
        let ids: [Int]
        let edits: [TreeEdit]
    }

    /// The writes in order.
    private(set) var writes: ArraySlice<PendingWrite> = []

    /// The writes that are being sent.
    private(set) var sending: Sending?

    /// Whether the store has yet to take the outcome of the last attempt. Nothing is sent meanwhile:
    /// if the process died, an earlier write would be sent after a later one.
    var isSettling = false

    /// The number of changes that an app can see.
    private(set) var changeCount = 0 { didSet { isChanged = true } }
    var isChanged = false

    /// The places of writes that were removed, or are no longer being sent.
    var changedPlaces: [TreePlace] = []

    private var places = PlaceIndex<Int>()
    private var lastID = 0
    private var lastNumber = 0

    /// The last write of a refused batch: writes up to it are sent one by one.
    private var lastSingleID = 0

    /// The maximum number of edits, and their approximate bytes, that are sent as one batch.
    static let maximumBatch = (edits: 100, bytes: 100_000)

    /// Returns a number for a new write.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Advances the last number, so that new writes have later ones.
    mutating func skip(to id: Int) {
        lastID = max(lastID, id)
    }

    mutating func append(_ write: PendingWrite) {
        lastID = max(lastID, write.id)
        changeCount += 1
        writes.append(write)
        for edit in write.edits { places.insert(write.id, at: edit.place) }
    }

    @discardableResult
    mutating func remove(_ id: Int) -> PendingWrite? {
        guard let index = index(of: id) else { return nil }
        changeCount += 1
        let write = index == writes.startIndex ? writes.removeFirst() : writes.remove(at: index)
        for edit in write.edits { places.remove(id, at: edit.place) }
        changedPlaces += write.edits.map(\.place)
        return write
    }

    mutating func removeAll() {
        changeCount += 1
        writes = []
        sending = nil
        places = PlaceIndex()
    }

    /// The writes that are being sent, in order.
    var sendingWrites: [PendingWrite] { (sending?.ids ?? []).compactMap { self[$0] } }

    subscript(id: Int) -> PendingWrite? { index(of: id).map { writes[$0] } }

    mutating func update(_ id: Int, _ change: (inout PendingWrite) -> Void) {
        guard let index = index(of: id) else { return }
        let (state, error) = (writes[index].state, writes[index].error)
        change(&writes[index])
        if writes[index].state != state || writes[index].error != error { changeCount += 1 }
    }

    var first: PendingWrite? { writes.first }

    /// Returns the writes at, above and below a place, in order.
    func overlapping(_ place: TreePlace) -> [PendingWrite] {
        places.isEmpty ? [] : places.overlapping(place).sorted().compactMap { self[$0] }
    }

    /// Returns the writes at and above a place, in order.
    func above(_ place: TreePlace) -> [PendingWrite] {
        places.isEmpty ? [] : places.above(place).sorted().compactMap { self[$0] }
    }

    /// Returns the writes at, above and below some places.
    func part(at places: [TreePlace]) -> Outbox {
        var part = Outbox()
        let ids = places.reduce(into: Set()) { $0.formUnion(self.places.overlapping($1)) }
        for write in ids.sorted().compactMap({ self[$0] }) { part.append(write) }
        return part
    }

    private func index(of id: Int) -> Int? {
        var (low, high) = (writes.startIndex, writes.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if writes[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < writes.endIndex && writes[low].id == id ? low : nil
    }
}

// MARK: - Sending

extension Outbox {
    /// The write to be sent next, if the store has it and none is being sent.
    var head: PendingWrite? {
        guard sending == nil, !isSettling, let first = writes.first, first.isStored else {
            return nil
        }
        return first
    }

    /// Begins to send the first write, with the plain ones that follow it.
    ///
    /// - Parameter others: writes that are being made without the outbox. Those at their places
    ///   wait.
    mutating func beginSending(beside others: [Overlay] = []) -> Sending? {
        guard let head else { return nil }
        var batch = [head]
        if !head.hasIncrement, head.id > lastSingleID {
            batch += followers(of: head).prefix { !$0.overlaps(others) }
        }
        lastNumber += 1
        let sending = Sending(
            number: lastNumber, ids: batch.map(\.id), edits: batch.flatMap(\.edits))
        self.sending = sending
        // A write that is tried again is still what the app knows it to be.
        for id in sending.ids { update(id) { if $0.error == nil { $0.state = .sent } } }
        return sending
    }

    /// Returns the stored writes that fit into a batch after the first one: without increments, at
    /// places that don't overlap.
    private func followers(of head: PendingWrite) -> [PendingWrite] {
        var followers: [PendingWrite] = []
        var places = PlaceIndex<Int>()
        for edit in head.edits { places.insert(0, at: edit.place) }
        var (count, bytes) = (head.edits.count, head.edits.approximateByteCount)
        for write in writes.dropFirst() {
            count += write.edits.count
            bytes += write.edits.approximateByteCount
            guard write.isStored, !write.hasIncrement, count <= Self.maximumBatch.edits,
                bytes <= Self.maximumBatch.bytes,
                write.edits.allSatisfy({ places.overlapping($0.place).isEmpty })
            else { break }
            for edit in write.edits { places.insert(0, at: edit.place) }
            followers.append(write)
        }
        return followers
    }

    /// Ends an attempt. The writes are still in the outbox.
    ///
    /// - Parameters:
    ///   - error: the error of an attempt without effect.
    ///   - isRefused: whether a batch was refused, whose writes are to be sent one by one.
    mutating func endSending(_ error: TreeDatabaseError? = nil, isRefused: Bool = false) {
        guard let sending else { return }
        if isRefused { lastSingleID = sending.ids.last ?? lastSingleID }
        for id in sending.ids {
            update(id) {
                $0.state = .waiting
                $0.error = error
            }
        }
        changedPlaces += sending.edits.map(\.place)
        self.sending = nil
    }
}

// MARK: - Writes

/// A write that the server hasn't accepted yet.
///
/// ```swift
/// for await writes in engine.pendingWrites { notice = "\(writes.count) changes not sent" }
/// ```
public struct PendingWrite: Hashable, Sendable, Identifiable {
    /// The write's number in the order of all writes of this device.
    public let id: Int

    /// The edits as they were made: increments and server times are unresolved.
    public let edits: [TreeEdit]

    /// The time of the write by this device's clock, in milliseconds since 1970.
    let time: Int64

    /// The progress of the write.
    public internal(set) var state = State.waiting

    /// The reason why the last attempt to send it failed; `nil` if none has.
    public internal(set) var error: TreeDatabaseError?

    /// Whether the store has the write.
    var isStored = false

    /// The progress of a write.
    public enum State: Hashable, Sendable {
        /// The write hasn't been sent, or failed without effect, and is tried again from time to time.
        case waiting

        /// The write is being sent for the first time.
        case sent
    }

    /// The time of the write by this device's clock.
    public var date: Date { Date(timeIntervalSince1970: Double(time) / 1000) }

    init(id: Int, edits: [TreeEdit], time: Int64) {
        self.id = id
        self.edits = edits
        self.time = time
    }
}

extension PendingWrite {
    /// The effect of the write on a view.
    var overlay: Overlay { Overlay(id: id, edits: edits, time: time) }

    /// Whether the write has a place in common with others.
    func overlaps(_ others: [Overlay]) -> Bool { overlay.overlaps(others) }

    /// Whether sending the write twice would count twice.
    var hasIncrement: Bool { overlay.hasIncrement }
}

extension TreeEdit {
    var isIncrement: Bool {
        if case .increment = operation { true } else { false }
    }
}

/// A write that the server has refused, or whose outcome is unknown.
///
/// It is kept until the app calls ``OfflineEngine/acknowledge(_:)`` or ``OfflineEngine/retry(_:)``.
public struct RefusedWrite: Hashable, Sendable, Identifiable {
    /// The write's number in the order of all writes of this device.
    public let id: Int

    /// The edits as they were made; with `damagedFile`, those that can be read.
    public let edits: [TreeEdit]

    /// The reason: `permissionDenied`, for example. With `outcomeUnknown`, an increment was sent
    /// without an answer, and may have been made; with `damagedFile`, the store had lost some of the
    /// write before it was sent.
    public let error: TreeDatabaseError

    /// The time of the write by this device's clock, in milliseconds since 1970.
    let time: Int64

    /// The time of the write by this device's clock.
    public var date: Date { Date(timeIntervalSince1970: Double(time) / 1000) }
}

extension RefusedWrite {
    init(_ write: PendingWrite, _ error: TreeDatabaseError) {
        self.init(id: write.id, edits: write.edits, error: error, time: write.time)
    }
}
