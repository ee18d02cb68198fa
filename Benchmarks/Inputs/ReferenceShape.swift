/// The code that the generator of 2018 wrote for the elements of ``Collections``, and what that code
/// needs: a path whose `append` is overloaded on the result, with keys of any number.
enum ReferenceShape {
    static func code(for collections: Collections) -> some Sequence<String> {
        (0..<collections.count).lazy.map { index in
            let members = collections.members(index)
            return """
                enum Collection\(index) {}

                extension Path where Element == Collection\(index) {
                    var \(members.name): Path<String> {
                        return Path.append(self, "\(members.name)")
                    }

                    var \(members.createdAt): Path<Timestamp> {
                        return Path.append(self, "\(members.createdAt)")
                    }

                    var \(members.owner): Path<User> {
                        return Path.append(self, "\(members.owner)")
                    }

                    var \(members.messages): Path<Message>.Collection {
                        return Path.append(self, "\(members.messages)")
                    }

                    // Convenience
                    func \(members.message)(_ key: String) -> Path<Message> {
                        return \(members.messages).child(key)
                    }
                }

                """
        }
    }

    static let runtime = """
        struct Path<Element> {
            private var components: [String]

            private func append<T>(_ args: [String]) -> Path<T> {
                Path<T>(components: components + args)
            }

            static func append<T>(_ path: Path, _ args: String...) -> Path<T> {
                path.append(args)
            }

            static func append<T>(_ path: Path, _ args: String...) -> Path<T>.Collection {
                Path<T>.Collection(path.append(args))
            }
        }

        extension Path {
            struct Collection {
                private var path: Path<Element>

                fileprivate init(_ path: Path<Element>) {
                    self.path = path
                }

                func child(_ key: String) -> Path<Element> {
                    Path<Element>.append(path, key)
                }
            }
        }

        """
}
