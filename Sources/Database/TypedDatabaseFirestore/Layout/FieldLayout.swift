import TypedDatabase

/// The layout of a field, or of all fields of a document, for writing a value part by part.
public struct FieldLayout: Sendable {
    let layout: DocumentLayout
    /// The index of the node; `nil` for a field that the layout doesn't list.
    let node: Int?

    /// Whether the value is a time: an integer, as milliseconds since 1970, that Firestore has as a
    /// timestamp.
    public var isTime: Bool { node.map { layout.nodes[$0].isTime } ?? false }

    /// Returns the layout of a child.
    public func child(_ key: TreeKey) -> FieldLayout {
        FieldLayout(layout: layout, node: node.flatMap { layout.child(key, of: $0) })
    }

    /// Returns the layout of the field at a place that is relative to this one.
    public func child(at place: TreePlace) -> FieldLayout {
        place.keys.reduce(self) { $0.child($1) }
    }
}
