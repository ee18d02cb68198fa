/// The value as another type, if that is the type it has.
///
/// Comparing types first saves the cast, which is slow, where they differ.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    Value.self == type ? value as? Other : nil
}
