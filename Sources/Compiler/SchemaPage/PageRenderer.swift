import PathSchema
import SecurityRules

/// Writes a page that shows a schema in a browser: one file, which needs no network.
///
/// ```
/// Schema, rules ──PageData──▶ JSON ──┐
/// Files (styles, modules) ───────────┴──Template──▶ page
/// ```
///
/// The page's files are in `Files`, which the build embeds. Its code reads the schema from a block
/// of JSON, and sets every text of it as text, so that no text of a schema is ever HTML. The browser
/// draws only the unfolded part of the tree, so that large schemas open at once.
package enum PageRenderer {
    /// Returns the page of a schema.
    ///
    /// - Parameters:
    ///   - sources: the names of the files that the schema was read from.
    ///   - rules: the security rules to show at the schema's places.
    package static func render(
        _ schema: Schema, from sources: [String], rules: RulesNode? = nil
    ) -> String {
        let title = sources.joined(separator: ", ")
        let data = PageData.json(of: schema, title: title, rules: rules)
        return Template(PackageResources.page_html).filled { name in
            switch name {
            case "title": HTMLText.escaped(title)
            case "style": text(PageLook.style) + text(PackageResources.schema_css)
            case "data": HTMLText.inScript(data)
            case "code": code
            default: nil
            }
        }
    }

    /// The page's modules as one, dependencies first.
    private static var code: String {
        Modules.joined(
            [
                PageLook.text, PackageResources.schema_js, PackageResources.tree_js,
                PackageResources.details_js, PackageResources.app_js,
            ].map(text))
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// The files that all pages share: those of `generate-paths --emit html` and of the development
/// server.
package enum PageLook {
    /// The stylesheet: colors, type, and trees.
    package static var style: [UInt8] { PackageResources.look_css }

    /// The module of JavaScript that shows text, and copies it.
    package static var text: [UInt8] { PackageResources.text_js }
}

// MARK: - Text

/// A text with names in double braces, `{{title}}`, which stand for other texts.
struct Template {
    private let text: String

    init(_ bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with each name replaced. Braces in the replacements mean nothing.
    ///
    /// - Parameter replacement: the text of a name; `nil` for braces that stay.
    func filled(_ replacement: (Substring) -> String?) -> String {
        var filled = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /{{([a-z]+)}}/) {
            filled += rest[..<match.range.lowerBound]
            filled += replacement(match.1) ?? String(match.0)
            rest = rest[match.range.upperBound...]
        }
        return filled + rest
    }
}

/// Modules of JavaScript.
enum Modules {
    /// Returns modules as one, without what they import from and export to each other.
    ///
    /// Their imports must take a line each, and no two modules may declare the same name.
    static func joined(_ modules: [String]) -> String {
        modules.map { module in
            module.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("import ") }
                .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
                .joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}

/// Text in HTML.
enum HTMLText {
    /// Returns a text for the contents of an element.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Returns JSON for the contents of a script element, which ends at `</script>`, and can't be
    /// escaped as other elements. Outside of strings, JSON has no `<`.
    static func inScript(_ json: String) -> String {
        let parts = Array(json.utf8).split(
            separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return String(decoding: Array(parts.joined(separator: "\\u003C".utf8)), as: UTF8.self)
    }
}
