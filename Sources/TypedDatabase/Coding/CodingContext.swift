/// What is the same everywhere in one call of an encoder or a decoder.
final class CodingContext {
    let coding: TreeCoding

    /// Where in the database the value is, or is to be.
    let place: TreePlace

    init(_ coding: TreeCoding, _ place: TreePlace) {
        self.coding = coding
        self.place = place
    }

    /// The place, as errors have it.
    var codingPath: [any CodingKey] { place.codingPath }

    var userInfo: [CodingUserInfoKey: Any] { coding.userInfo }
}
