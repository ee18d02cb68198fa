/// The top of a database: `Path()` is a `Path<Root>`.
public enum Root: PathRoot {}

/// A root of one's own, for a module that talks to several databases.
///
/// ```swift
/// enum ChatRoot: PathRoot {}
///
/// Path<ChatRoot>().chatrooms
/// ```
public protocol PathRoot: SendableMetatype {}

extension Path where Element == Root {
    /// The root, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}

extension Path where Element: PathRoot {
    /// The root of the database that `Element` names, which renders as `""`.
    @inlinable
    public init() {
        self.init(PathLocation())
    }
}
