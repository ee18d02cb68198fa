/// The files that all pages share: those of `generate-paths --emit html` and of the development
/// server.
package enum PageLook {
    /// The stylesheet: colors, type, and trees.
    package static var style: [UInt8] { PackageResources.look_css }

    /// The module of JavaScript that shows text, and copies it.
    package static var text: [UInt8] { PackageResources.text_js }
}
