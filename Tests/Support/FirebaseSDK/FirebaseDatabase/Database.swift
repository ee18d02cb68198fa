import Foundation
import TypedDatabase

// The declarations of Firebase's SDK that FirebaseSDKEngine calls, as Swift imports them, over a tree in
// memory. What the SDK does in a way of its own, this does as well: it calls back on the main queue,
// guesses in transactions, and traps where the SDK raises an exception.

public typealias DatabaseHandle = UInt

public enum DataEventType: Int {
    case childAdded, childRemoved, childChanged, childMoved, value
}

public final class Database: NSObject, @unchecked Sendable {
    // Unchecked: the lock guards all that changes.
    private let lock = NSRecursiveLock()
    private var tree: TreeValue?
    private var observers: [DatabaseHandle: Observer] = [:]
    private var lastHandle: DatabaseHandle = 0
    private var waiting: [@Sendable () -> Void] = []
    private var isOffline = false
    private let denied: TreePlace?

    private struct Observer {
        let query: DatabaseQuery
        let block: (DataSnapshot) -> Void
        var last: TreeValue?
    }

    /// - Parameter denied: a place that the rules allow nobody to see.
    public init(denied: TreePlace? = nil) {
        self.denied = denied
    }

    public static func database() -> Database { Database() }

    public func reference() -> DatabaseReference {
        DatabaseReference(self, .root)
    }

    public func reference(withPath path: String) -> DatabaseReference {
        reference().child(path)
    }

    // What follows is not in the SDK.

    public var value: TreeValue? { lock.withLock { tree } }

    /// Offline, nothing is acknowledged.
    public func goOffline() {
        lock.withLock { isOffline = true }
    }

    public func goOnline() {
        lock.withLock {
            isOffline = false
            for body in waiting { DispatchQueue.main.async(execute: body) }
            waiting = []
        }
    }

    public var observerCount: Int { lock.withLock { observers.count } }

    func error(at place: TreePlace) -> NSError? {
        guard let denied, denied.contains(place) else { return nil }
        let words = [NSLocalizedDescriptionKey: "Permission Denied"]
        return NSError(domain: "com.firebase", code: 1, userInfo: words)
    }

    func value(of query: DatabaseQuery) -> TreeValue? {
        if query.place == [".info", "connected"] { return true }
        return lock.withLock { query.selection.select(from: tree[query.place]) }
    }

    func change(_ body: (inout TreeValue?) -> Void) {
        lock.withLock {
            body(&tree)
            for (handle, observer) in observers { tell(handle, observer) }
        }
    }

    func acknowledge(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        lock.withLock {
            if isOffline { waiting.append { body() } } else { DispatchQueue.main.async { body() } }
        }
    }

    private func tell(_ handle: DatabaseHandle, _ observer: Observer) {
        let value = value(of: observer.query)
        if value == observer.last { return }
        observers[handle]?.last = value
        send(value, to: observer)
    }

    private func send(_ value: TreeValue?, to observer: Observer) {
        nonisolated(unsafe) let observer = observer
        DispatchQueue.main.async {
            observer.block(DataSnapshot(observer.query.place.keys.last?.text ?? "", value))
        }
    }

    func observe(_ query: DatabaseQuery, _ block: @escaping (DataSnapshot) -> Void)
        -> DatabaseHandle
    {
        lock.withLock {
            lastHandle += 1
            let observer = Observer(query: query, block: block, last: value(of: query))
            observers[lastHandle] = observer
            send(observer.last, to: observer)
            return lastHandle
        }
    }

    func removeObserver(_ handle: DatabaseHandle) {
        lock.withLock { observers[handle] = nil }
    }
}
