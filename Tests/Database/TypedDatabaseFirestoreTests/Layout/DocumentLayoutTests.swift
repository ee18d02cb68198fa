import Testing
import TypedDatabase
import TypedDatabaseFirestore

/// Places are found in Firestore by the layout of a schema.
@Suite struct DocumentLayoutTests {
    private static let layout = DocumentLayout(
        collections: [
            "rooms", "rooms/<roomId>/messages", "comments", "comments/<commentId>/replies",
            "config", "config/limits/history",
        ],
        siblings: ["rooms/<roomId>/days/first"],
        times: [
            "rooms/<roomId>/messages/<messageId>/sentAt", "rooms/<roomId>/members/<userId>/since",
            "rooms/<roomId>/days/<>", "comments/<commentId>/at", "config/limits/changed",
            "userPosts/<userId>/<postId>/at",
        ],
        recurring: [
            "comments/<commentId>/replies/<replyId>": "comments/<commentId>",
            "rooms/<roomId>/pinned": "comments/<commentId>",
        ])

    @Test(
        arguments: [
            ([], .root),
            (["rooms"], .collection(["rooms"])),
            (["rooms", "a"], .document(["rooms", "a"])),
            (["rooms", "a", "name"], .field(of: ["rooms", "a"], ["name"])),
            (["rooms", "a", "name", "x"], .field(of: ["rooms", "a"], ["name", "x"])),
            (["rooms", "a", "messages"], .collection(["rooms", "a", "messages"])),
            (["rooms", "a", "messages", "m"], .document(["rooms", "a", "messages", "m"])),
            (
                ["rooms", "a", "messages", "m", "messages"],
                .field(of: ["rooms", "a", "messages", "m"], ["messages"])
            ),
            // Fixed IDs and others.
            (["config", "limits"], .document(["config", "limits"])),
            (["config", "limits", "history"], .collection(["config", "limits", "history"])),
            (["config", "other", "history"], .field(of: ["config", "other"], ["history"])),
            // A recursive type, and the same as a field, where it has no collections.
            (
                ["comments", "a", "replies", "b", "replies"],
                .collection(["comments", "a", "replies", "b", "replies"])
            ),
            (
                ["comments", "a", "replies", "b", "replies", "c"],
                .document(["comments", "a", "replies", "b", "replies", "c"])
            ),
            (
                ["rooms", "a", "pinned", "replies", "b"],
                .field(of: ["rooms", "a"], ["pinned", "replies", "b"])
            ),
        ] as [(TreePlace, DocumentLocation)])
    func placesAreLocated(place: TreePlace, location: DocumentLocation) throws {
        #expect(try Self.layout.locate(place) == location)
    }

    @Test func elementsOfNestedCollectionsAreFieldsWithFreeNames() throws {
        let layout = DocumentLayout(
            collections: ["userPosts"], times: ["userPosts/<userId>/<postId>/at"])
        let location = try layout.locate(["userPosts", "ann", "p1", "at"])
        #expect(location == .field(of: ["userPosts", "ann"], ["p1", "at"]))
        #expect(location.document == ["userPosts", "ann"])
        #expect(layout.fields(at: ["userPosts", "ann", "p1", "at"]).isTime)
    }

    @Test(
        arguments: [
            (["rooms", "a", "messages", "m", "sentAt"], true),
            (["rooms", "a", "messages", "m", "text"], false),
            (["rooms", "a", "members", "ann", "since"], true),
            (["rooms", "a", "members", "ann"], false),
            (["rooms", "a", "days", "0"], true),
            (["rooms", "a", "days", "first"], false),
            (["rooms", "a", "pinned", "at"], true),
            (["rooms", "a", "pinned", "replies", "b", "at"], true),
            (["comments", "a", "replies", "b", "replies", "c", "at"], true),
            (["config", "limits", "changed"], true),
            (["config", "other", "changed"], false),
            (["nowhere", "at"], false),
        ] as [(TreePlace, Bool)])
    func timesAreKnown(place: TreePlace, isTime: Bool) {
        #expect(Self.layout.fields(at: place).isTime == isTime)
        #expect(Self.layout.fields(at: .root).child(at: place).isTime == isTime)
    }

    @Test func timesOfQueriesAreKnown() {
        #expect(Self.layout.isTime(["sentAt"], ofDocumentsIn: ["rooms", "a", "messages"]))
        #expect(Self.layout.isTime(["members", "ann", "since"], ofDocumentsIn: ["rooms"]))
        #expect(Self.layout.isTime(["changed"], ofDocumentsIn: ["config"]))
        #expect(!Self.layout.isTime(["text"], ofDocumentsIn: ["rooms", "a", "messages"]))
        #expect(!Self.layout.isTime(["sentAt"], ofDocumentsIn: ["nowhere"]))
    }

    @Test func collectionsBelowDocumentsAreKnown() {
        #expect(Self.layout.collections == ["comments", "config", "rooms"])
        #expect(Self.layout.subcollections(of: ["rooms", "a"]) == ["messages"])
        #expect(Self.layout.subcollections(of: ["rooms", "a", "messages", "m"]).isEmpty)
        #expect(Self.layout.subcollections(of: ["comments", "a", "replies", "b"]) == ["replies"])
        #expect(Self.layout.subcollections(of: ["config", "limits"]) == ["history"])
        #expect(Self.layout.subcollections(of: ["config", "other"]).isEmpty)
    }

    private static let longKey = TreeKey(String(repeating: "k", count: 750))

    @Test(
        arguments: [
            (
                ["romms", "a"],
                "romms/a: the layout has no collection \"romms\" at the root; it has: "
                    + "comments, config, rooms"
            ),
            (
                ["rooms", "__a__"],
                "rooms/__a__: \"__a__\" is no key: Firestore reserves those that begin and end "
                    + "with two underscores"
            ),
            (
                TreePlace(["rooms", "a"] + (0..<21).map { TreeKey("\($0)") }),
                "rooms/a/0/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20: Firestore has "
                    + "fields at most 20 keys deep in a document; this one is 21 keys deep"
            ),
            (
                ["rooms", "a", longKey, longKey],
                "rooms/a/\(longKey)/\(longKey): the keys of a field in a Firestore document can "
                    + "have at most 1500 bytes of UTF-8 together; these have 1501"
            ),
        ] as [(TreePlace, String)])
    func placesThatFirestoreCannotHaveAreErrors(place: TreePlace, message: String) {
        let error = #expect(throws: TreeDatabaseError.self) { try Self.layout.locate(place) }
        #expect(error?.description == message)
    }

    @Test(arguments: ["__", "___", "__a", "a__", "_a_"])
    func otherUnderscoresAreAllowed(key: String) throws {
        #expect(
            try Self.layout.locate(["rooms", TreeKey(key)])
                == .document(["rooms", TreeKey(key)]))
    }

    @Test func anEmptyLayoutHasNoCollections() throws {
        let layout = DocumentLayout(collections: [])
        #expect(try layout.locate(.root) == .root)
        let error = #expect(throws: TreeDatabaseError.self) { try layout.locate(["rooms"]) }
        #expect(error?.message.hasSuffix("it has none at all") == true)
    }
}
