/// The singular of the last word of a name, by the rules of English.
///
/// Words that follow no rule come first (``IrregularPlurals``), then the first ending that fits.
/// Only the tail of a word is ever replaced, so the case of what is before it stays.
enum Singular {
    typealias Word = Slice<UnsafeBufferPointer<UInt8>>

    /// What makes a singular: how many letters to drop from the end, and what to put there.
    struct Change {
        let drop: Int
        let append: String

        static let none = Change(from: "", to: "")
        static let dropS = Change(from: "s", to: "")

        /// Leaves the letters with which both begin, so that `People` becomes `Person`.
        init(from plural: String, to singular: String) {
            let kept = zip(plural.utf8, singular.utf8).prefix { $0 == $1 }.count
            drop = plural.utf8.count - kept
            append = String(singular.dropFirst(kept))
        }
    }

    static func form(of name: String) -> String {
        var utf8 = Array(name.utf8)
        let end = (utf8.lastIndex { $0 != UInt8(ascii: "_") } ?? -1) + 1
        let change = utf8.withUnsafeBufferPointer { Self.change(for: $0[..<end]) }
        utf8.replaceSubrange(end - change.drop..<end, with: change.append.utf8)
        return String(decoding: utf8, as: UTF8.self)
    }

    /// What makes the singular of a name that doesn't end in an underscore.
    static func change(for name: Word) -> Change {
        let word = lastWord(of: name)
        let before = name[..<word.startIndex].last
        guard let first = word.first, let last = word.last else { return .none }
        switch word.count {
        case 1:
            // What follows a number: `collection12s`.
            return last == UInt8(ascii: "s") && before?.isASCIIDigit == true ? .dropS : .none
        case 2:
            // What follows an acronym, and its last letter: `userIDs`.
            let isAcronym = before?.isASCIIUppercase == true && first.isASCIIUppercase
            return last == UInt8(ascii: "s") && isAcronym ? .dropS : .none
        default:
            return IrregularPlurals.change(for: word) ?? change(forEndingOf: word)
        }
    }

    /// The letters at the end, back to a capital, a digit or an underscore.
    private static func lastWord(of name: Word) -> Word {
        var start = name.endIndex
        while start > name.startIndex {
            let byte = name[start - 1]
            if byte == UInt8(ascii: "_") || byte.isASCIIDigit { break }
            start -= 1
            if byte.isASCIIUppercase { break }
        }
        return name[start...]
    }
}

extension Singular {
    /// The endings of plurals and those of their singulars; the first that fits is taken.
    private static let endings: [Ending] = [
        // Plurals without an s, also in compounds: `grandchildren`, `salespeople`.
        ("people", "person"), ("children", "child"), ("men", "man"), ("feet", "foot"),
        // No plurals: `address`, `status`, `analysis`.
        ("menus", "menu"), ("eaus", "eau"), ("ss", "ss"), ("us", "us"), ("is", "is"),
        ("series", "series"), ("species", "species"),
        // `bookshelves`, but `archives`.
        ("knives", "knife"), ("shelves", "shelf"), ("wives", "wife"), ("wolves", "wolf"),
        // `categories`, but `movies`; `heroes`, but `shoes`.
        ("movies", "movie"), ("cookies", "cookie"), ("ies", "y"), ("shoes", "shoe"), ("oes", "o"),
        // `boxes`, `dishes`, `matches`, `addresses`, `blitzes`; but `caches` and `prizes`.
        ("xes", "x"), ("shes", "sh"), ("caches", "cache"), ("ches", "ch"), ("sses", "ss"),
        ("tzes", "tz"), ("zzes", "zz"),
        // `statuses`, `aliases`; but `causes`, `houses`, `databases`.
        ("auses", "ause"), ("ouses", "ouse"), ("uses", "us"), ("iases", "ias"),
        // `analyses`, `hypotheses`.
        ("yses", "ysis"), ("theses", "thesis"),
        ("s", ""),
    ].map(Ending.init)

    private struct Ending {
        let plural: StaticString
        let change: Change

        init(plural: StaticString, singular: String) {
            self.plural = plural
            change = Change(from: plural.description, to: singular)
        }

        func fits(_ word: Word) -> Bool {
            let count = plural.utf8CodeUnitCount
            guard count <= word.count else { return false }
            // From the back, where words differ first; only the first letter can be a capital.
            for offset in 1...count
            where word[word.endIndex - offset] | 0x20 != plural.utf8Start[count - offset] {
                return false
            }
            return true
        }
    }

    private static func change(forEndingOf word: Word) -> Change {
        endings.first { $0.fits(word) }?.change ?? .none
    }
}
