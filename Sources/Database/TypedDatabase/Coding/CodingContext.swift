/// The settings that all nodes of one call of an encoder or a decoder share, or several calls for
/// children of one place.
final class CodingContext: Sendable {
    let coding: TreeCoding

    /// The place of the value in the database, or of the parent of the values.
    let place: TreePlace

    /// The children that aren't part of values.
    let separateChildren: SeparateChildren?

    /// Whether an encoder records the containers.
    let findsContainers: Bool

    /// The type of most values that are decoded.
    private let element: DecodedType?

    init(
        _ coding: TreeCoding, _ place: TreePlace, _ separateChildren: SeparateChildren?,
        element: Any.Type? = nil, findsContainers: Bool = false
    ) {
        self.coding = coding
        self.place = place
        self.separateChildren = separateChildren
        self.findsContainers = findsContainers
        self.element = element.map(DecodedType.init)
    }

    /// Returns a type with its conformances.
    func decodedType(_ type: Any.Type) -> DecodedType {
        if let element, element.type == type { return element }
        return DecodedType(type)
    }

    /// The place as the `codingPath` of errors.
    var codingPath: [any CodingKey] { place.codingPath }

    var userInfo: [CodingUserInfoKey: Any] { coding.userInfo }
}
