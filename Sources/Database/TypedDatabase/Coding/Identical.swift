/// Returns the value as another type, if that is its own type.
///
/// Comparing the types, and copying the value as it is, avoids dynamic casts: a model's coding
/// makes one or two for each field.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    // The types are the same one, so that the bits are a value of it.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
}

/// Returns the value as another type, which has to be its own.
///
/// An optional of a generic type costs a lookup of that type's metadata, which this doesn't.
@inline(__always)
func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
    precondition(Value.self == type, "\(Value.self) isn't \(type)")
    return unsafeBitCast(value, to: type)
}
