import SchemaPage

/// The files of the page, which the build embeds.
enum PageFiles {
    /// Returns the answer to a request for a file; `nil` if there is no such file.
    static func response(to path: Substring) -> HTTPResponse? {
        switch path {
        case "/": file("text/html", PackageResources.index_html)
        case "/.page/look.css": file("text/css", PageLook.style)
        case "/.page/page.css": file("text/css", PackageResources.page_css)
        case "/.page/icon.svg": file("image/svg+xml", PackageResources.icon_svg)
        case "/.page/app.js": file("text/javascript", PackageResources.app_js)
        case "/.page/server.js": file("text/javascript", PackageResources.server_js)
        case "/.page/tree.js": file("text/javascript", PackageResources.tree_js)
        case "/.page/node.js": file("text/javascript", PackageResources.node_js)
        case "/.page/editor.js": file("text/javascript", PackageResources.editor_js)
        case "/.page/query.js": file("text/javascript", PackageResources.query_js)
        case "/.page/text.js": file("text/javascript", PageLook.text)
        default: nil
        }
    }

    private static func file(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-cache"),
                ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
            ], body: bytes)
    }

    /// Allows the page's own files and requests, no code or style inside of the page, and no text
    /// that is parsed as HTML.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}
