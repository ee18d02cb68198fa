import Foundation

/// A stand-in for the library FireSwift_Paths: what is public in it, and nothing else.
enum FireSwiftLibrary {
    static let name = "FireSwift_Paths"

    static let file = SwiftFile(
        "FireSwift_Paths.swift",
        """
        public struct Path<Element> {
            let components: [String]

            init(components: [String]) {
                self.components = components
            }

            public var rendered: String {
                components.joined(separator: "/")
            }

            public static func append<T>(_ path: Path, _ args: String...) -> Path<T> {
                Path<T>(components: path.components + args)
            }

            public static func append<T>(_ path: Path, _ args: String...) -> Path<T>.Collection {
                Path<T>.Collection(components: path.components + args)
            }

            public struct Collection {
                let components: [String]

                init(components: [String]) {
                    self.components = components
                }

                public func child(_ key: String) -> Path<Element> {
                    Path<Element>(components: components + [key])
                }

                public var rendered: String {
                    components.joined(separator: "/")
                }
            }
        }

        public enum Root {}

        extension Path where Element == Root {
            public init() {
                self.init(components: [])
            }
        }

        """)

    /// The support code of `PathProgram`, with this library in place of `TypedPaths`.
    static let programSupport =
        PathProgram.support.replacingOccurrences(of: "import TypedPaths", with: "import \(name)")
            + """
            nonisolated protocol PathProtocol {
                var rendered: String { get }
            }

            nonisolated extension Path: PathProtocol {}
            nonisolated extension Path.Collection: PathProtocol {}

            """
}
