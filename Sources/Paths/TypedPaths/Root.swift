/// The top of a database: `Path()` is a `Path<Root>`.
public enum Root: PathRoot {}

/// The root type of one of several databases in a module.
///
/// ```swift
/// enum ChatRoot: PathRoot {}
///
/// Path<ChatRoot>().chatrooms
/// ```
public protocol PathRoot: SendableMetatype {}

extension Path where Element == Root {
    /// Makes the root, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}

extension Path where Element: PathRoot {
    /// Makes the root of the database that `Element` names, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}
