/// What is the same everywhere in one call of an encoder or a decoder.
final class CodingContext {
    let coding: TreeCoding

    /// Where in the database the value is, or is to be.
    let place: TreePlace

    /// Whether an encoder says where there are containers.
    let findsContainers: Bool

    init(_ coding: TreeCoding, _ place: TreePlace, findsContainers: Bool = false) {
        self.coding = coding
        self.place = place
        self.findsContainers = findsContainers
    }

    /// The place, as errors have it.
    var codingPath: [any CodingKey] { place.codingPath }

    var userInfo: [CodingUserInfoKey: Any] { coding.userInfo }
}
