import Foundation

/// A page of the documentation, and the blocks of code in it.
package struct MarkdownPage {
    /// A fenced block.
    package struct Block: Equatable {
        /// The words after the first fence: `json`, `swift`.
        package let language: String
        package let text: String
        /// The last line of text before it.
        package let caption: String
        /// Where its text begins, counted from 1.
        package let line: Int

        package init(language: String, text: String, caption: String, line: Int) {
            self.language = language
            self.text = text
            self.caption = caption
            self.line = line
        }
    }

    package let name: String
    package let text: String
    package let blocks: [Block]

    /// A page in the folder `Documentation`.
    package init(_ name: String) throws {
        self.init(name: name, text: try Repository.text(of: "Documentation/\(name)"))
    }

    package init(name: String, text: String) {
        self.name = name
        self.text = text
        var blocks: [Block] = []
        var caption = ""
        var open: (language: String, line: Int)?
        var lines: [Substring] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if !line.hasPrefix("```") {
                if open != nil { lines.append(line) } else if !line.isEmpty { caption = "\(line)" }
            } else if let block = open {
                blocks.append(
                    Block(
                        language: block.language, text: lines.joined(separator: "\n"),
                        caption: caption, line: block.line))
                open = nil
            } else {
                open = (String(line.dropFirst(3)), index + 2)
                lines = []
            }
        }
        self.blocks = blocks
    }

    /// The page with other texts in some of its blocks, given by their lines.
    package func replacing(_ texts: [Int: String]) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for block in blocks.reversed() {
            guard let text = texts[block.line] else { continue }
            let count = block.text.split(separator: "\n", omittingEmptySubsequences: false).count
            lines.replaceSubrange(block.line - 1..<block.line - 1 + count, with: [text])
        }
        return lines.joined(separator: "\n")
    }
}
