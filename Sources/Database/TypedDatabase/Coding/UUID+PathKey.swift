import Foundation
import TypedPaths

extension UUID: PathKey {
    /// The UUID in capitals, such as `"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"`.
    public var pathKey: String { uuidString }

    /// Makes the UUID with this text, in letters of either case.
    public init?(pathKey: String) {
        self.init(uuidString: pathKey)
    }
}
