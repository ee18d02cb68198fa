/// A time in a database that isn't a `Date`, such as `TypedDatabase`'s `ServerTime`.
///
/// If a schema says that a model's child is a `Date`, the generated code lets the compiler check that
/// the model's property is a `Date` or such a type:
///
/// ```swift
/// struct Timestamp: StoredTime, Codable { … }
/// ```
public protocol StoredTime {}
