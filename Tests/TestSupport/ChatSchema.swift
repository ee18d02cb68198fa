/// The schema of a chat, with which the README begins: `Schemas/chatrooms.json`.
package enum ChatSchema {
    package static let json = """
        {
          "configuration": "Configuration",
          "chatrooms": {
            "<chatroomId>": {
              "messages": { "<messageId>": "Message" },
              "name": "String"
            }
          }
        }

        """
}
