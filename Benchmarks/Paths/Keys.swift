import TypedPaths

struct UserID: RawRepresentable, PathKey {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey {
    let rawValue: String
}

/// Keys like Firebase's: 20 letters and digits, the same on every run.
struct Keys {
    static let count = 1000

    let texts: [String]
    /// The same keys in the opposite order.
    let others: [String]

    init() {
        let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        var state: UInt64 = 1
        texts = (0..<Self.count).map { _ in
            String(
                (0..<20).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return alphabet[Int(state >> 58)]
                })
        }
        others = texts.reversed()
    }
}
