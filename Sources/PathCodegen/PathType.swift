/// The type of a member, or of what its accessor leads to: `Path<T>`, with a collection around it for
/// each key that is still missing.
struct PathType {
    /// What stands before the element: `Path<`.
    let open: Fragment
    let element: Fragment
    /// What stands behind it: `>`, or `>.Collection`.
    let close: Fragment
}
