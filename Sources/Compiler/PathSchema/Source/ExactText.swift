/// A text that is compared by its bytes, as a database compares its keys.
///
/// `String` considers `é` as one character equal to `e` with a combining accent.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.hasSameBytes(as: rhs.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hash(into: &hasher)
    }
}

extension String {
    /// Whether two texts have equal bytes. If one is ASCII, equality as `String` and equal lengths
    /// suffice.
    package func hasSameBytes(as other: String) -> Bool {
        guard self == other, utf8.count == other.utf8.count else { return false }
        return isASCII || utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    /// Whether both texts are `nil`, or have equal bytes.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.hasSameBytes(as: other)
        case (nil, nil): true
        default: false
        }
    }
}
