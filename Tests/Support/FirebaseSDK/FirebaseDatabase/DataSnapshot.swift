import Foundation
import TypedDatabase

public final class DataSnapshot: NSObject {
    public let key: String
    private let content: TreeValue?

    init(_ key: String, _ content: TreeValue?) {
        self.key = key
        self.content = content
    }

    public var value: Any? { content.sdkValue }
    public var childrenCount: UInt { UInt(content?.children.count ?? 0) }

    public var children: NSEnumerator {
        let children = (content?.children ?? [:]).map { DataSnapshot($0.key.text, $0.value) }
        return NSArray(array: children).objectEnumerator()
    }
}

public final class MutableData: NSObject {
    public let key: String?
    private let content: TreeValue?
    private var replacement: Any?

    /// Whether the value has been set.
    private(set) var isSet = false

    init(_ content: TreeValue?, key: String? = nil) {
        self.content = content
        self.key = key
    }

    public var value: Any? {
        get { isSet ? replacement : content.sdkValue }
        set { (replacement, isSet) = (newValue, true) }
    }

    public var childrenCount: UInt { UInt(content?.children.count ?? 0) }

    public var children: NSEnumerator {
        let children = (content?.children ?? [:]).map { MutableData($0.value, key: $0.key.text) }
        return NSArray(array: children).objectEnumerator()
    }
}

public final class ServerValue: NSObject {
    public static func timestamp() -> [AnyHashable: Any] { [".sv": "timestamp"] }

    public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
        [".sv": ["increment": delta]]
    }
}

extension TreeValue? {
    /// What the SDK gives: `NSNumber`, `NSString`, and of children that look like one, an array.
    fileprivate var sdkValue: Any {
        switch self {
        case nil: return NSNull()
        case .bool(let value)?: return NSNumber(value: value)
        case .integer(let value)?: return NSNumber(value: value)
        case .double(let value)?: return NSNumber(value: value)
        case .string(let value)?: return NSString(string: value)
        case .children(let children)?:
            if (0..<children.count).allSatisfy({ children["\($0)"] != nil }) {
                return NSArray(array: children.map { TreeValue?($0.value).sdkValue })
            }
            let dictionary = ExactDictionary()
            for (key, child) in children {
                dictionary[NSString(string: key.text)] = TreeValue?(child).sdkValue
            }
            return dictionary
        }
    }

    /// Takes what the SDK takes, and traps where it raises an exception.
    ///
    /// - Parameters:
    ///   - current: what increments are added to.
    ///   - time: the server's time.
    init(sdk value: Any?, from current: TreeValue? = nil, at time: Date = Date()) {
        switch value {
        case nil, is NSNull: self = nil
        case let number as NSNumber:
            let type = String(cString: number.objCType)
            self =
                ["c", "B"].contains(type)
                ? .bool(number.boolValue)
                : ["d", "f"].contains(type)
                    ? .number(number.doubleValue) : .integer(number.int64Value)
        case let text as String: self = .string(text)
        case let children as ExactDictionary:
            self.init(children.values.map { ($0.text, $1) }, from: current, at: time)
        case let children as NSDictionary:
            self.init(children.map { ($0, $1) }, from: current, at: time)
        // What Foundation makes of a dictionary inside of another, on Linux.
        case let children as [AnyHashable: Any]:
            self.init(children.map { ($0.base, $1) }, from: current, at: time)
        case let other?: fatalError("\(other) is no value")
        }
    }

    private init(
        _ children: [(key: Any, value: Any)], from current: TreeValue?, at time: Date
    ) {
        let children = children.map { key, value in
            guard let key = key as? String else { fatalError("a key is a string") }
            return (key, value)
        }
        if let (_, operation) = children.first(where: { $0.0 == ".sv" }) {
            self.init(serverValue: operation, from: current, at: time)
            return
        }
        self = TreeValue(
            TreeChildren(
                children.compactMap { key, child in
                    let key = TreeKey(key)
                    let value = TreeValue?(sdk: child, from: current[[key]], at: time)
                    return value.map { (key, $0) }
                }))
    }

    private init(serverValue operation: Any, from current: TreeValue?, at time: Date) {
        if operation as? String == "timestamp" {
            self = .integer(Int64(time.timeIntervalSince1970 * 1000))
        } else if let delta = (operation as? [String: NSNumber])?["increment"],
            let number = TreeValue?(sdk: delta)
        {
            self = TreeEdit(.root, .increment(number)).resolved(at: 0, from: current)
        } else {
            fatalError("\(operation) is no server value")
        }
    }
}
