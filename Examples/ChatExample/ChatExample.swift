import TypedPaths

// The app's own types. The schema, chat.paths.json, names them.

struct Message: Codable {
    var author: UserID
    var text: String
}

// A key type for each kind of key, so that a user's can't be taken for a chatroom's.

struct UserID: RawRepresentable, PathKey, Codable {
    let rawValue: String
}

struct ChatroomID: RawRepresentable, PathKey {
    let rawValue: String
}

struct MessageID: RawRepresentable, PathKey, Codable {
    let rawValue: String
}

/// A chat between two users who never mistype a path.
@main
enum ChatExample {
    static func main() throws {
        let database = Database()
        let ana = UserID(rawValue: "ana")
        let ben = UserID(rawValue: "ben")
        let firechat = ChatroomID(rawValue: "firechat")

        // A Path<Chatroom>. There is no such type in the app: it stands for the place in the schema.
        let room = Path().chatroom(firechat)
        try database.set("Fire Chat", at: room.name)
        // try database.set("Fire Chat", at: room)       a chatroom is no value
        // try database.set("Fire Chat", at: room.nmae)  there is no such path
        // try database.set(1, at: room.name)            a chatroom's name is a String

        // A Path<Message>.KeyedCollection<MessageID>, so `message` is a Message.
        database.observe(room.messages) { id, message in
            print("\(id.rawValue) \(message.author.rawValue): \(message.text)")
        }
        let hello = MessageID(rawValue: "m1")
        let answer = MessageID(rawValue: "m2")
        try database.set(Message(author: ana, text: "Is anyone here?"), at: room.message(hello))
        try database.set(Message(author: ben, text: "Me!"), at: room.message(answer))

        // A collection of collections: the last message that each user has seen, by chatroom.
        try database.set(answer, at: Path().lastRead(ana, chatroomId: firechat))
        try database.set(hello, at: Path().lastRead(ben).child(firechat))
        // try database.set(hello, at: Path().lastRead(firechat, chatroomId: ben))  a chatroom is no user

        let lastRead = Path().lastRead(ben, chatroomId: firechat)
        if let name = try database.value(at: room.name),
            let id = try database.value(at: lastRead),
            let message = try database.value(at: room.message(id))
        {
            print("In \(name), ben has read up to \"\(message.text)\"")
            print("That is at \(lastRead), and the message at \(room.message(id))")
        }
    }
}
