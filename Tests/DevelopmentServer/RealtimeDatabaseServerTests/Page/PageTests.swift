import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

/// The page in a browser, and who may ask for it.
@Suite(.serialized) struct PageTests {
    private let server: RealtimeDatabaseServer

    init() throws {
        server = try RealtimeDatabaseServer(engine: MemoryEngine(["a": 1]))
    }

    private static let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test func aBrowserGetsThePage() async throws {
        let answer = try await server.request("GET", "/", headers: Self.browser)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
        let policy = try #require(answer.headers["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(!policy.contains("unsafe") && !policy.contains("*"))
    }

    @Test(arguments: [("GET", "/", [:]), ("PUT", "/", browser), ("GET", "/a", browser)])
    func othersGetWhatTheyGotBefore(
        method: String, target: String, headers: [String: String]
    ) async throws {
        let answer = try await server.request(method, target, headers: headers)
        #expect(answer.status == 404)
        #expect(answer.error == "append .json to your request URI to use the REST API.")
    }

    /// The page's own files, and nothing else, without code or style inside of HTML.
    @Test func allFilesAreServed() async throws {
        let folder = "Sources/DevelopmentServer/RealtimeDatabaseServer/Page/Files"
        let shared = ["look.css", "text.js"].map { "Sources/Compiler/SchemaPage/Files/\($0)" }
        let files =
            try Repository.files(in: folder) + shared.map(Repository.root.appendingPathComponent)
        let names = files.map(\.lastPathComponent)
        var size = 0
        for (file, name) in zip(files, names) {
            let text = try String(contentsOf: file, encoding: .utf8)
            size += text.utf8.count
            let answer =
                name == "index.html"
                ? try await server.request("GET", "/", headers: Self.browser)
                : try await server.request("GET", "/.page/\(name)")
            #expect(answer.status == 200 && answer.body == text, "\(name)")
            for match in text.matches(of: /["']\/\.page\/([a-z]+\.[a-z]+)["']/) {
                #expect(names.contains(String(match.1)))
            }
        }
        #expect(size < 100_000)
        let page = try Repository.text(of: "\(folder)/index.html")
        #expect(
            page.matches(of: /<style|<script(?! type="module" src=)|style=|\son[a-z]+=/).isEmpty)
        #expect(page.matches(of: /(?:src|href)="(?!\/\.page\/)/).isEmpty)
    }

    @Test(arguments: ["/.page/", "/.page/x", "/.page/../a.json", "/.page", "/.page/changes/x"])
    func thereIsNoOtherFile(target: String) async throws {
        #expect(try await server.request("GET", target, headers: Self.browser).status >= 400)
    }

    // MARK: Who asks

    @Test func thePageWrites() async throws {
        for method in ["PUT", "PATCH", "POST", "DELETE"] {
            let answer = try await server.request(
                method, "/b.json", #"{"c":1}"#, headers: ["Origin": "http://localhost"])
            #expect(answer.status == 200)
        }
    }

    private static let foreign: [[String: String]] = [
        ["Origin": "https://localhost"], ["Origin": "http://localhost:3000"],
        ["Origin": "http://localhost.evil.example"], ["Origin": "http://127.0.0.1"],
        ["Origin": "null"], ["Origin": ""], ["Origin": "localhost"],
        ["Origin": "http://localhost, http://localhost"], ["Origin": "http://localhost/"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"],
        ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"],
        ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Origin": "null"],
    ]

    @Test(
        arguments: foreign,
        [("PUT", "/a.json"), ("GET", "/a.json"), ("GET", "/.page/app.js"), ("GET", "/")])
    func otherPagesAreNotAnswered(
        headers: [String: String], request: (method: String, target: String)
    ) async throws {
        let answer = try await server.request(
            request.method, request.target, "2",
            headers: headers.merging(Self.browser) { first, _ in first })
        #expect(answer.status == 403)
        #expect(try await server.get("/a.json") == "1")
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
        ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"],
        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"],
    ])
    func linksFromOtherPagesLeadHere(headers: [String: String]) async throws {
        for target in ["/", "/a.json"] {
            let answer = try await server.request(
                "GET", target, headers: headers.merging(Self.browser) { first, _ in first })
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [
        "/.page/children/a.json", "/.page/changes", "/.page/children/a.json?auth=x.y.z",
    ])
    func onlyAdministratorsAskForRows(target: String) async throws {
        #expect(try await server.request("GET", target).status == 401)
    }

    // MARK: Changes

    @Test func changesAreStreamedWithoutData() async throws {
        let stream = try await server.stream("/.page/changes?auth=owner")
        await stream.receive { $0.contains("\r\n\r\n") }
        _ = try await server.request("PUT", "/a/b.json", "\"secret\"")
        _ = try await server.request("PATCH", "/x.json", #"{"b":1,"c/d":2}"#)
        let many = (0...100).map { "\"k\($0)\":1" }.joined(separator: ",")
        _ = try await server.request("PATCH", "/many.json", "{\(many)}")
        _ = try await server.request("DELETE", "/.json")
        #expect(
            await stream.events(4) == [
                #"event: changes | data: ["/a/b"]"#, #"event: changes | data: ["/x/b","/x/c/d"]"#,
                #"event: changes | data: ["/many"]"#, #"event: changes | data: ["/"]"#,
            ])
        stream.close()
        #expect(try await eventually { server.openConnectionCount == 0 })
        #expect(try await server.request("PUT", "/a.json", "1").status == 200)
    }

    @Test func newRulesAreAChangeOfEverything() async throws {
        let stream = try await server.stream("/.page/changes?auth=owner")
        await stream.receive { $0.contains("\r\n\r\n") }
        _ = try await server.request(
            "PUT", "/.settings/rules.json?auth=owner", #"{"rules":{".read":false}}"#)
        #expect(await stream.events(1) == [#"event: changes | data: ["/"]"#])
    }
}
