import Testing

@testable import PathSchema

@Suite struct TypeNameTests {
    @Test(arguments: [
        ("chatroom", "Chatroom"), ("userPosts", "UserPosts"), ("user_posts", "UserPosts"),
        ("user-posts", "UserPosts"), ("first name", "FirstName"), ("Users", "Users"), ("ID", "Id"),
        ("IDs", "IDs"), ("URLString", "URLString"), ("API_key", "APIKey"),
        ("ALL_CAPS_KEY", "AllCapsKey"),
        ("user_ID", "UserID"), ("iPhone", "IPhone"), ("_private", "_Private"), ("__x__", "__X__"),
        ("2019", "_2019"), ("2019_01", "_2019_01"), ("11_projects", "_11Projects"),
        ("self", "Self"), ("type", "Type"),
        ("d'été", "DÉté"), ("élan", "Élan"), ("пользователи", "Пользователи"), ("مرحبا", "مرحبا"),
        ("日本 語", "日本語"), ("😀", "😀"), ("ǆep", "ǅep"),
    ])
    func typeIsUpperCamelCase(key: String, type: String) {
        expectScalars(Namer.type(for: key), type)
    }
}

@Suite struct PlaceholderNameTests {
    @Test(arguments: [
        ("chatroomId", "chatroomId"), ("user_id", "userId"), ("$uid", "uid"), ("UserID", "userID"),
        ("id", "id"), ("with", "with"), ("class", "class"), ("2", "_2"), ("été", "été"),
        ("_", "key"), ("", "key"), ("❤", "key"), ("self", "key"), ("Self", "key"), ("__", "key"),
    ])
    func parameterIsNamedAfterThePlaceholder(placeholder: String, parameter: String) {
        expectScalars(Namer.parameter(forPlaceholder: placeholder), parameter)
    }

    @Test(arguments: [
        ("userId", "User"), ("userID", "User"), ("user_id", "User"), ("USER_ID", "User"),
        ("user-key", "User"), ("userKey", "User"), ("userUid", "User"), ("userUUID", "User"),
        ("$userName", "UserName"), ("chatroom", "Chatroom"), ("blogPostId", "BlogPost"),
        ("userIdKey", "User"), ("user2Id", "User2"), ("_userId", "_User"), ("été_id", "Été"),
        ("userid", "Userid"), ("android", "Android"), ("monkey", "Monkey"),
        ("userGRID", "UserGRID"),
        ("userIds", "UserIds"), ("2019", "_2019"),
    ])
    func elementIsNamedAfterWhosePlaceholderItIs(placeholder: String, type: String) {
        #expect(Namer.type(forPlaceholder: placeholder) == type)
    }

    @Test(arguments: [
        "id", "ID", "Id", "_id", "uid", "$uid", "key", "KEY", "uuid", "id_key", "_", "", "❤",
    ])
    func placeholderThatNamesNothingHasNoType(placeholder: String) {
        #expect(Namer.type(forPlaceholder: placeholder) == nil)
    }
}
