/// A child of an element type, as generated code offers it: a property, and where it is a collection an
/// accessor of one element; or the accessor alone, where any key will do.
///
/// A large schema has as many of these as it has nodes, so they are packed.
public struct Member: Sendable {
    @usableFromInline let keyOrNone: Name
    /// The property's name; the accessor's, for a wildcard.
    public let name: Name
    @usableFromInline let accessorOrNone: Name
    @usableFromInline let documentationOrNone: Name
    @usableFromInline let deprecationOrNone: Name
    @usableFromInline let firstPlaceholder: Int32
    @usableFromInline let placeholderCount: UInt8
    @usableFromInline var elementKind = ElementKind.value
    /// The position of a type, or of the name of one.
    @usableFromInline var elementPosition: Int32 = -1

    @usableFromInline enum ElementKind: UInt8, Sendable {
        case value, declared, recurring
    }

    init(
        key: Name?, name: Name, accessorName: Name?, placeholders: Range<Int>, element: Element,
        documentation: Name?, deprecation: Name?
    ) {
        keyOrNone = key ?? .none
        self.name = name
        accessorOrNone = accessorName ?? .none
        documentationOrNone = documentation ?? .none
        deprecationOrNone = deprecation ?? .none
        firstPlaceholder = Int32(placeholders.lowerBound)
        // No path is longer than 32 keys.
        placeholderCount = UInt8(placeholders.count)
        self.element = element
    }
}

extension Member {
    /// The key in the database; `nil` for the wildcard of a mixed node, which any other key matches.
    @inlinable public var key: Name? { keyOrNone.ifAny }

    /// The name of the accessor that takes keys; `nil` for a member that is no collection.
    @inlinable public var accessorName: Name? { accessorOrNone.ifAny }

    @inlinable public var documentation: Name? { documentationOrNone.ifAny }

    @inlinable public var deprecation: Name? { deprecationOrNone.ifAny }

    /// Where its placeholders are among those of the schema.
    @inlinable public var placeholders: Range<Int> {
        Int(firstPlaceholder)..<Int(firstPlaceholder) + Int(placeholderCount)
    }

    /// What the member leads to in the end.
    @inlinable public internal(set) var element: Element {
        get {
            switch elementKind {
            case .value: .value(Name(position: Int(elementPosition)))
            case .declared: .declared(Int(elementPosition))
            case .recurring: .recurring(Int(elementPosition))
            }
        }
        set {
            switch newValue {
            case .value(let name): (elementKind, elementPosition) = (.value, name.index)
            case .declared(let type): (elementKind, elementPosition) = (.declared, Int32(type))
            case .recurring(let type): (elementKind, elementPosition) = (.recurring, Int32(type))
            }
        }
    }

    /// Whether keys lead to the element: of a collection, or for a wildcard.
    @inlinable public var isCollection: Bool { placeholderCount > 0 }

    /// Holds the place of a member that is not resolved yet.
    static let unresolved = Member(
        key: nil, name: .none, accessorName: nil, placeholders: 0..<0, element: .value(.none),
        documentation: nil, deprecation: nil)
}
