/// Returns the value as another type, if that is its own type.
///
/// Comparing the types first avoids the slow cast where they differ.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    Value.self == type ? value as? Other : nil
}
