import Foundation
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct FirebaseAddressTests {
    @Test(
        arguments: [
            ("https://db.firebaseio.com", [], [], "https://db.firebaseio.com/.json"),
            ("https://DB.firebaseio.com/", ["a"], [], "https://db.firebaseio.com/a.json"),
            (
                "http://127.0.0.1:9000?ns=my-db", ["a b", "é/?&+%#😀"], [("orderBy", "\"$key\"")],
                "http://127.0.0.1:9000/a%20b/%C3%A9%2F%3F%26%2B%25%23%F0%9F%98%80.json"
                    + "?ns=my-db&orderBy=%22%24key%22"
            ),
            ("http://localhost:1", [], [], "http://localhost:1/.json"),
            ("http://[::1]:9000", [], [], "http://[::1]:9000/.json"),
        ] as [(String, TreePlace, [(String, String)], String)])
    func placesHaveURLs(
        address: String, place: TreePlace, parameters: [(String, String)], url: String
    ) throws {
        let parameters = parameters.map { (name: $0.0, value: $0.1) }
        #expect(try FirebaseAddress(address).url(of: place, parameters) == url)
    }

    @Test(arguments: [
        ("", "it must begin with \"https://\"; \"http://\" is only for this machine"),
        ("db.firebaseio.com", "https://"),
        ("http://db.firebaseio.com", "https://"),
        ("http://127.0.0.1.evil.com", "https://"),
        ("http://1270.0.0.1", "https://"),
        ("http://localhost.evil.com", "https://"),
        ("ftp://localhost", "https://"),
        ("https://", "there is no host in it"),
        ("https://a@db.firebaseio.com", "it can't have a user"),
        ("https://db.firebaseio.com#x", "it can't have a user, a password or a fragment"),
        ("https://db.firebaseio.com/rooms", "has no path"),
        ("https://db.firebaseio.com?auth=x", "the only parameter it can have is \"ns\""),
        ("https://db.firebaseio.com\\@evil.com", "a URL can't have"),
        ("https://db.firebaseio.com\n", "a URL can't have"),
        ("https://dé.firebaseio.com", "a URL can't have"),
    ])
    func otherAddressesAreRefused(address: String, reason: String) {
        let error = #expect(throws: TreeDatabaseError.self) { try FirebaseAddress(address) }
        #expect(error?.kind == .badRequest)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "https://DB.firebaseio.com/", "http://[::1]:9000", "http://127.0.0.1:9000?ns=my-db",
        "http://db.firebaseio.com", "https://db.firebaseio.com/rooms", "file:///etc/passwd",
    ])
    func aURLIsTakenOrRefusedAsItsTextIs(address: String) throws {
        let url = try #require(URL(string: address))
        let taken = Result { try FirebaseEngine(url: url).client.address }
        let expected = Result { try FirebaseAddress(address) }
        #expect("\(taken)" == "\(expected)")
    }

    @Test(
        arguments: [
            (
                "https://db.firebaseio.com", "https://s-1.firebaseio.com/a.json?ns=db&auth=old&x=1",
                "https://s-1.firebaseio.com/a.json?ns=db&x=1"
            ),
            (
                "https://db.firebaseio.com",
                "https://db.europe-west1.firebasedatabase.app/a%20b.json",
                "https://db.europe-west1.firebasedatabase.app/a%20b.json"
            ),
            ("https://db.firebaseio.com", "/b.json?q=1", "https://db.firebaseio.com/b.json?q=1"),
            (
                "https://db.example.com", "https://db.example.com/b.json",
                "https://db.example.com/b.json"
            ),
            ("http://127.0.0.1:1", "http://127.0.0.1:2/b.json", "http://127.0.0.1:2/b.json"),
            ("https://db.firebaseio.com", "https://evil.com/a.json", nil),
            ("https://db.firebaseio.com", "https://firebaseio.com.evil.com/a.json", nil),
            ("https://db.firebaseio.com", "https://evilfirebaseio.com/a.json", nil),
            ("https://db.firebaseio.com", "http://db.firebaseio.com/a.json", nil),
            ("https://db.firebaseio.com", "https://db.firebaseio.com@evil.com/a.json", nil),
            ("https://db.firebaseio.com", "https://evil.com\\.firebaseio.com/a.json", nil),
            ("https://db.firebaseio.com", "//evil.com/a.json", nil),
            ("https://db.firebaseio.com", "file:///etc/passwd", nil),
            ("https://db.firebaseio.com", "http://127.0.0.1/a.json", nil),
            ("https://db.example.com", "https://db.firebaseio.com/a.json", nil),
            ("http://127.0.0.1:1", "http://evil.com/a.json", nil),
            ("http://127.0.0.1:1", "", nil),
        ] as [(String, String, String?)])
    func redirectionsStayWithTheProvider(address: String, location: String, url: String?) throws {
        let address = try FirebaseAddress(address)
        let from = address.url(of: ["a"], [])
        let redirection = try? address.redirection(to: location, from: from)
        #expect(redirection?.url == url)
    }
}
