/// Turns the marks of a watch into updates of that which it has selected.
package struct WatchedSelection: Sendable {
    private let selection: TreeSelection

    /// Unless everything is selected.
    private var window: SelectedWindow?

    package init(_ selection: TreeSelection) {
        self.selection = selection
    }

    /// The updates since the last call; none if only what isn't selected has changed.
    ///
    /// - Parameter value: what the watched place holds now, at least all of it that is selected.
    package mutating func updates(of marks: WatchMarks, in value: TreeValue?) -> [TreeUpdate] {
        if selection == .all {
            return marks.places.map { TreeUpdate(ofMarked: $0, in: value) }
        }
        let children = value?.children ?? TreeChildren()
        if marks.isEverything {
            window = SelectedWindow(selection, of: children)
            return [TreeUpdate(.root, selection.select(from: value))]
        }
        return window?.update(Set(marks.places.compactMap(\.keys.first)), to: children) ?? []
    }
}
