/// A place's value and version.
public struct VersionedValue: Sendable {
    /// The value; `nil` if the place is empty.
    public var value: TreeValue?
    /// The version of the place.
    public var version: TreeVersion
    /// Whether the value is one that the engine has kept, since the data can't be reached.
    public var isFromCache = false

    /// Makes a value with its version.
    public init(_ value: TreeValue?, version: TreeVersion) {
        self.value = value
        self.version = version
    }
}

/// A state of a place, told from its other states. Opaque to everything but the engine that made
/// it.
public enum TreeVersion: Hashable, Sendable {
    /// The state with this value.
    case value(TreeValue?)

    /// The state with this tag, which a server has assigned.
    case tag(String)
}

/// A place, and the version that it must still have.
public struct PlaceVersion: Hashable, Sendable {
    /// The place.
    public var place: TreePlace
    /// The version that the place must still have.
    public var version: TreeVersion

    /// Makes a condition on a place.
    public init(_ place: TreePlace, _ version: TreeVersion) {
        self.place = place
        self.version = version
    }
}

/// The result of a conditional write.
public enum ConditionalWriteResult: Sendable {
    case written

    /// At least one place has another version, and nothing was written. These are the current
    /// values, in the order of the places, all of one state.
    case changed([VersionedValue])
}
