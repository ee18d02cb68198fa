import Foundation
import TypedDatabase

public class DatabaseQuery: NSObject {
    public let database: Database
    let place: TreePlace
    let selection: TreeSelection

    init(_ database: Database, _ place: TreePlace, _ selection: TreeSelection = .all) {
        self.database = database
        self.place = place
        self.selection = selection
    }

    public func getData(completion block: @escaping ((any Error)?, DataSnapshot?) -> Void) {
        let error = database.error(at: place)
        let value = error == nil ? database.value(of: self) : nil
        database.acknowledge { [place] in
            block(error, error == nil ? DataSnapshot(place.keys.last?.text ?? "", value) : nil)
        }
    }

    public func observe(
        _ eventType: DataEventType, with block: @escaping (DataSnapshot) -> Void,
        withCancel cancelBlock: ((any Error) -> Void)?
    ) -> DatabaseHandle {
        precondition(eventType == .value)
        guard let error = database.error(at: place) else { return database.observe(self, block) }
        database.acknowledge { cancelBlock?(error) }
        return 0
    }

    public func removeObserver(withHandle handle: DatabaseHandle) {
        database.removeObserver(handle)
    }

    // MARK: Selecting

    public func queryOrderedByKey() -> DatabaseQuery { with { $0.order = .key } }

    public func queryOrderedByValue() -> DatabaseQuery { with { $0.order = .value } }

    public func queryOrdered(byChild key: String) -> DatabaseQuery {
        with { $0.order = .child(TreePlace(path: key)) }
    }

    public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
        with { $0.limit = .first(Int(limit)) }
    }

    public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
        with { $0.limit = .last(Int(limit)) }
    }

    public func queryStarting(atValue value: Any?) -> DatabaseQuery {
        with { $0.lower = .init(position(value), isInclusive: true) }
    }

    public func queryStarting(atValue value: Any?, childKey: String?) -> DatabaseQuery {
        with { $0.lower = .init(position(value, childKey), isInclusive: true) }
    }

    public func queryStarting(afterValue value: Any?) -> DatabaseQuery {
        with { $0.lower = .init(position(value), isInclusive: false) }
    }

    public func queryStarting(afterValue value: Any?, childKey: String?) -> DatabaseQuery {
        with { $0.lower = .init(position(value, childKey), isInclusive: false) }
    }

    public func queryEnding(atValue value: Any?) -> DatabaseQuery {
        with { $0.upper = .init(position(value), isInclusive: true) }
    }

    public func queryEnding(atValue value: Any?, childKey: String?) -> DatabaseQuery {
        with { $0.upper = .init(position(value, childKey), isInclusive: true) }
    }

    public func queryEnding(beforeValue value: Any?) -> DatabaseQuery {
        with { $0.upper = .init(position(value), isInclusive: false) }
    }

    public func queryEnding(beforeValue value: Any?, childKey: String?) -> DatabaseQuery {
        with { $0.upper = .init(position(value, childKey), isInclusive: false) }
    }

    private func with(_ change: (inout TreeSelection) -> Void) -> DatabaseQuery {
        var selection = selection
        change(&selection)
        return DatabaseQuery(database, place, selection)
    }

    private func position(_ value: Any?) -> TreePosition {
        guard selection.order == .key else { return .value(TreeValue?(sdk: value), nil) }
        guard let key = value as? String else {
            fatalError("with queryOrderedByKey, a bound is a string")
        }
        return .key(TreeKey(key))
    }

    private func position(_ value: Any?, _ key: String?) -> TreePosition {
        precondition(selection.order != .key, "with queryOrderedByKey, there is no childKey")
        return .value(TreeValue?(sdk: value), key.map { TreeKey($0) })
    }
}

extension TreePlace {
    init(path: String) {
        self.init(path.unicodeScalars.split(separator: "/").map { TreeKey(String($0)) })
    }
}
