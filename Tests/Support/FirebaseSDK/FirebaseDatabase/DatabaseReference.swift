import Foundation
import TypedDatabase

public final class DatabaseReference: DatabaseQuery {
    public func child(_ path: String) -> DatabaseReference {
        DatabaseReference(database, place.appending(TreePlace(path: path)))
    }

    public func setValue(
        _ value: Any?,
        withCompletionBlock block: @escaping ((any Error)?, DatabaseReference) -> Void
    ) {
        let error = database.error(at: place)
        if error == nil {
            database.change { $0[place] = TreeValue?(sdk: value, from: $0[place]) }
        }
        database.acknowledge { block(error, self) }
    }

    public func updateChildValues(
        _ values: [AnyHashable: Any],
        withCompletionBlock block: @escaping ((any Error)?, DatabaseReference) -> Void
    ) {
        let values = values.map { path, value in
            guard let path = path.base as? String else { fatalError("a path is a string") }
            return (place.appending(TreePlace(path: path)), value)
        }
        let error = values.lazy.compactMap { self.database.error(at: $0.0) }.first
        if error == nil {
            let time = Date()
            database.change { tree in
                for (place, value) in values {
                    tree[place] = TreeValue?(sdk: value, from: tree[place], at: time)
                }
            }
        }
        database.acknowledge { block(error, self) }
    }

    /// Guesses first that nothing is there, as the SDK does about places that it doesn't observe.
    public func runTransactionBlock(
        _ block: @escaping (MutableData) -> TransactionResult,
        andCompletionBlock completionBlock: @escaping ((any Error)?, Bool, DataSnapshot?) -> Void,
        withLocalEvents localEvents: Bool
    ) {
        if let error = database.error(at: place) {
            return database.acknowledge { completionBlock(error, false, nil) }
        }
        _ = block(MutableData(nil))
        database.change { tree in
            let current = tree[place]
            let data = MutableData(current)
            let result = block(data)
            if result.isSuccess, result.data !== data || data.isSet {
                tree[place] = TreeValue?(sdk: result.data?.value, from: current)
            }
            let snapshot = DataSnapshot(place.keys.last?.text ?? "", tree[place])
            database.acknowledge { completionBlock(nil, result.isSuccess, snapshot) }
        }
    }
}

public final class TransactionResult: NSObject {
    let isSuccess: Bool
    let data: MutableData?

    private init(_ isSuccess: Bool, _ data: MutableData?) {
        self.isSuccess = isSuccess
        self.data = data
    }

    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(true, value)
    }

    public static func abort() -> TransactionResult { TransactionResult(false, nil) }
}
