import PathSchema

/// The type of a member, or of what its accessor leads to: `Path<T>`, with a collection around it for
/// each key that is still missing.
struct PathType {
    /// What stands before the element: `Path<`.
    let open: String
    let element: String
    /// What stands behind it: `>`, or `>.Collection`.
    let close: String

    init(_ element: String, inCollections depth: Int) {
        self.element = element
        switch depth {
        case 0: (open, close) = ("Path<", ">")
        case 1: (open, close) = ("Path<", ">.Collection")
        default:
            open = String(repeating: "Path<", count: depth)
            close = String(repeating: ">.Collection", count: depth)
        }
    }

    var text: String { open + element + close }
}
