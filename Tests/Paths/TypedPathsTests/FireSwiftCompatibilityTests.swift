import Testing
import TypedPaths

private enum Settings {}

// As users of FireSwift-Paths wrote and generated them; nothing here may need a change.
extension Path where Element == Root {
    fileprivate var settings: Path<Settings> {
        return Path.append(self, "settings")
    }

    fileprivate var deep: Path<Settings> {
        return Path.append(self, "a", "b", "c")
    }

    fileprivate var deeper: Path<User>.Collection {
        return Path.append(self, "a", "b", "c", "d", "e")
    }
}

extension Path where Element == Settings {
    fileprivate var users: Path<User>.Collection {
        return Path.append(self, "users")
    }

    fileprivate func user(_ key: String) -> Path<User> {
        return users.child(key)
    }

    fileprivate func posts(_ user: String) -> Path<Post>.Collection {
        return Path.append(self, "posts", user)
    }

    fileprivate func post(_ user: String, _ post: String) -> Path<Post> {
        return Path.append(self, "posts", user, post)
    }
}

@Suite struct FireSwiftCompatibilityTests {
    @Test func extensionsByHandLeadToTheSamePlaces() {
        #expect(Path().settings.users.rendered == "settings/users")
        #expect(Path().settings.user("u1").rendered == "settings/users/u1")
        #expect(Path().settings.posts("u1").rendered == "settings/posts/u1")
        #expect(Path().settings.post("u1", "p1").rendered == "settings/posts/u1/p1")
    }

    @Test func severalKeysAppendOneBelowTheOther() {
        #expect(Path().deep.rendered == "a/b/c")
        #expect(Path().deeper.rendered == "a/b/c/d/e")
    }
}
