import TypedPaths

/// A model whose `id` is the key of the place that it was read from.
///
/// ```swift
/// struct Message: Codable, KeyIdentifiable {
///     var id = MessageID.unsaved
///     var text: String
/// }
/// ```
///
/// ``TreeEncoder`` doesn't store the `id`, since it is the key; so two places can hold the same
/// model. ``TreeDecoder`` gives the key of the place for it. A model that is an element of another has
/// the key of its own place: an element of an array its index.
///
/// Other coders, such as `JSONEncoder`, treat it as an ordinary property.
///
/// With an initial value, a model can be made before it has a place.
///
/// The coding key must be named `id`, as in synthesized code. For `CodingKeys` that rename or omit it,
/// encoding and decoding throw an error. A model that calls another's `init(from:)` or `encode(to:)`
/// with its own coder, to have the fields of both at one place, must be `KeyIdentifiable` itself.
public protocol KeyIdentifiable: Identifiable where ID: PathKey {}

extension TreeKey {
    /// Whether this is the key of a model's `id`.
    fileprivate var isID: Bool { text == "id" }
}

// MARK: - Encoding

extension EncodingNode {
    /// Whether a child isn't stored because it is the `id` of a ``KeyIdentifiable`` model.
    func omits(_ key: TreeKey) -> Bool {
        guard key.isID, modelType is any KeyIdentifiable.Type else { return false }
        hasEncodedID = true
        return true
    }

    /// Throws for a ``KeyIdentifiable`` model that has fields, but encodes no `id`.
    func checkID<Model>(of model: Model) throws {
        guard content == .keyed, !hasEncodedID, Model.self is any KeyIdentifiable.Type,
            !nested.values.contains(where: \.hasEncodedID)
        else { return }
        throw invalid(model, "\(Model.self) is KeyIdentifiable, but \(missingID)")
    }
}

// MARK: - Decoding

extension DecodingNode {
    /// Whether a child is the `id` of a ``KeyIdentifiable`` model: the key of the place.
    func isID(_ key: TreeKey) -> Bool {
        key.isID && model?.isKeyIdentifiable == true
    }

    /// Decodes the `id` of the model that is decoded from this node.
    func decodeID<ID: Decodable>(_ type: ID.Type) throws -> ID {
        guard let nodeKey else {
            throw corrupted("an id is the key of its place, and the root has none", at: "id")
        }
        // The most frequent type, without a search for its conformance.
        if type == String.self, TreeLimits.allows(nodeKey) {
            hasDecodedID = true
            return same(nodeKey.text, as: type)
        }
        guard let keyType = type as? any PathKey.Type else {
            return try child(.string(nodeKey.text), at: "id").decode(type)
        }
        let id = try id(keyType, nodeKey, as: type)
        hasDecodedID = true
        return id
    }

    private func id<Key: PathKey, ID>(
        _ keyType: Key.Type, _ key: TreeKey, as type: ID.Type
    ) throws -> ID {
        if TreeLimits.allows(key), let id = Key(key) { return same(id, as: type) }
        do {
            return same(try Key(checking: key.text), as: type)
        } catch {
            throw corrupted("\(error)")
        }
    }

    /// Throws for a ``KeyIdentifiable`` model whose `id` isn't the key of its place.
    func checkID<Model>(of model: Model) throws {
        guard hasFields, !hasDecodedID, Model.self is any KeyIdentifiable.Type,
            let identifiable = model as? any KeyIdentifiable,
            TreeKey(identifiable.id.pathKey) != nodeKey
        else { return }
        throw corrupted("\(Model.self) is KeyIdentifiable, but \(missingID)")
    }
}

private let missingID = "its CodingKeys rename or omit id, which is the key of its place"
