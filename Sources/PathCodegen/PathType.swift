import PathSchema

/// The type of a member, or of what its accessor leads to: `Path<T>`, with a collection around it for
/// each key that is still missing.
struct PathType {
    /// What stands before the element: `Path<`.
    let open: String
    let element: String
    /// What stands behind it: `>`, or `>.Collection`.
    let close: String

    init(of member: Member, behindKeys count: Int, typeNames: [String]) {
        element =
            switch member.element {
            case .value(let name): name
            case .declared(let index), .recurring(let index): typeNames[index]
            }
        switch member.placeholders.count - count {
        case 0: (open, close) = ("Path<", ">")
        case 1: (open, close) = ("Path<", ">.Collection")
        case let depth:
            open = String(repeating: "Path<", count: depth)
            close = String(repeating: ">.Collection", count: depth)
        }
    }

    var text: String { open + element + close }
}
