/// A text that is told apart from others by its bytes, as a database tells its keys apart.
///
/// To `String`, `é` is the same in one character as in two, `e` and an accent.
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
    /// Whether two texts are equal to the byte. Texts of equal length that `String` takes for equal are, if
    /// one is ASCII.
    package func hasSameBytes(as other: String) -> Bool {
        guard self == other, utf8.count == other.utf8.count else { return false }
        return isASCII || utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    /// Whether both are missing, or equal to the byte.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.hasSameBytes(as: other)
        case (nil, nil): true
        default: false
        }
    }
}
