import Foundation
import TypedDatabase

/// A dictionary that tells keys apart as `NSMutableDictionary` does on Apple's systems, by their characters'
/// encoding. On Linux that one has keys that are equal and differ in their hashes: é, and e with an accent.
public final class ExactDictionary: NSObject {
    private(set) var values: [TreeKey: Any] = [:]

    public subscript(key: NSString) -> Any? {
        get { values[TreeKey(key as String)] }
        set { values[TreeKey(key as String)] = newValue }
    }
}
