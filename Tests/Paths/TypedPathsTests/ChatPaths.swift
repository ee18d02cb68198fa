import TypedPaths

// Code as the generator writes it for a chat application.

struct Configuration {}
struct Message {}
struct Post {}
struct User {}
enum Chatroom {}
enum Member {}

struct MessageID: RawRepresentable, PathKey {
    let rawValue: String
}

enum Year: Int, PathKey {
    case first = 2018
}

extension Path where Element == Root {
    var configuration: Path<Configuration> {
        Path.append(self, "configuration")
    }

    var chatrooms: Path<Chatroom>.Collection {
        Path.append(self, "chatrooms")
    }

    func chatroom(_ chatroomId: String) -> Path<Chatroom> {
        Path.append(self, "chatrooms", chatroomId)
    }

    var userPosts: Path<Path<Post>.Collection>.Collection {
        Path.append(self, "userPosts")
    }

    func userPost(_ userId: String) -> Path<Post>.Collection {
        Path.append(self, "userPosts", userId)
    }

    var archive: Path<Path<Path<Post>.Collection>.Collection>.Collection {
        Path.append(self, "archive")
    }

    var members: Path<Member> {
        Path.append(self, "members")
    }
}

extension Path where Element == Chatroom {
    var name: Path<String> {
        Path.append(self, "name")
    }

    var messages: Path<Message>.Collection {
        Path.append(self, "messages")
    }

    func message(_ messageId: MessageID) -> Path<Message> {
        Path.append(self, "messages", messageId)
    }
}

extension Path where Element == Member {
    var owner: Path<User> {
        Path.append(self, "owner")
    }

    func child(_ userId: String) -> Path<User> {
        Path.append(self, userId)
    }
}
