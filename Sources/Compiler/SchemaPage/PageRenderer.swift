import PathSchema
import SecurityRules

/// Writes a page that shows a schema in a browser: one file, which needs no network.
///
/// The page's files are in `Files`. Its code reads the schema from a block of JSON, and sets every
/// text of it as text.
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
