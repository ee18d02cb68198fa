import PathSchema

/// Compares what two schemas say of stored values, node by node.
///
/// Nodes are paired by their keys, and by `$was`. A type that many nodes share is compared where
/// it comes first.
struct SchemaComparison {
    let old: Schema
    let new: Schema
    private var list = ChangeList()
    var possibleRenames: [SchemaDiff.PossibleRename] = []
    private var compared: Set<Pair> = []

    private struct Pair: Hashable {
        let old: ElementType.ID
        let new: ElementType.ID
    }

    init(from old: Schema, to new: Schema) {
        self.old = old
        self.new = new
        compare(.type(old.root.id), .type(new.root.id), at: "")
    }

    var changes: [Change] { list.changes }

    mutating func add(
        _ kind: ChangeKind, at path: String, _ summary: String, for audiences: [Audience]? = nil
    ) {
        list.add(kind, at: path, summary, for: audiences)
    }

    /// Compares two nodes and everything below.
    ///
    /// - Parameter path: the keys that lead to the old node.
    mutating func compare(_ oldNode: ComparedNode, _ newNode: ComparedNode, at path: String) {
        switch (old.content(of: oldNode), new.content(of: newNode)) {
        case (.value(let oldType), .value(let newType)):
            compareTypes(oldType, newType, at: path)
        case (.children(let oldChildren), .children(let newChildren)):
            if let type = oldChildren.type, let newType = newChildren.type {
                let pair = Pair(old: type.id, new: newType.id)
                guard compared.insert(pair).inserted else { return }
            }
            compareChildren(oldChildren, newChildren, at: path)
        case (.value(let oldType), .children(let newChildren)):
            compareKinds(oldType, newChildren, at: path)
        case (.children(let oldChildren), .value(let newType)):
            compareKinds(oldChildren, newType, at: path)
        }
    }
}

extension String {
    /// The type without question marks at its end.
    var unwrapped: Substring {
        var type = Substring(self)
        while type.last == "?" { type.removeLast() }
        return type
    }
}
