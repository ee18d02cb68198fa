/// Forms the singular of a name's last word by the rules of English.
///
/// Irregular words come first (``IrregularPlurals``), then the first matching ending. Only the end
/// of a word is replaced, so that the case of its beginning is preserved.
enum Singular {
    /// Returns a name with its last word in the singular: `userPosts` → `userPost`, `People` →
    /// `Person`.
    static func form(of name: String) -> String {
        let utf8 = Array(name.utf8)
        var end = utf8.count
        while end > 0, utf8[end - 1] == UInt8(ascii: "_") { end -= 1 }
        let start = startOfLastWord(in: utf8, endingAt: end)
        let word = String(decoding: utf8[start..<end], as: UTF8.self)
        guard let change = change(of: word, after: start > 0 ? utf8[start - 1] : nil) else {
            return name
        }
        let kept = String(decoding: utf8[0..<end - change.dropped], as: UTF8.self)
        return kept + change.appended + String(repeating: "_", count: utf8.count - end)
    }

    /// Returns the offset of a name's last word, which begins after a digit or an underscore, or at
    /// a capital.
    private static func startOfLastWord(in name: [UInt8], endingAt end: Int) -> Int {
        var start = end
        while start > 0 {
            let byte = name[start - 1]
            if byte == UInt8(ascii: "_") || byte.isASCIIDigit { break }
            start -= 1
            if byte.isASCIIUppercase { break }
        }
        return start
    }

    /// - Parameter before: the byte before the word, if any.
    /// - Returns: `nil` if the word isn't a plural.
    private static func change(of word: String, after before: UInt8?) -> Change? {
        switch word.utf8.count {
        case 0: return nil
        case 1:
            // A plural `s` after a number: `collection12s`.
            return word == "s" && before?.isASCIIDigit == true ? .dropS : nil
        case 2:
            // A plural `s` after an acronym: `userIDs`.
            let isAcronym =
                before?.isASCIIUppercase == true && word.utf8.first?.isASCIIUppercase == true
            return word.hasSuffix("s") && isAcronym ? .dropS : nil
        default:
            let word = word.lowercased()
            if let singular = IrregularPlurals.singular(of: word) {
                return Change(from: word, to: singular)
            }
            return change(ofEndingOf: word)
        }
    }
}

extension Singular {
    /// The change from plural to singular: the number of bytes to drop from the end, and a new
    /// ending.
    private struct Change {
        let dropped: Int
        let appended: String

        static let dropS = Change(from: "s", to: "")

        /// Derives the change by dropping the common prefix, so that `People` becomes `Person`.
        init(from plural: String, to singular: String) {
            let kept = zip(plural.utf8, singular.utf8).prefix { $0 == $1 }.count
            dropped = plural.utf8.count - kept
            appended = String(singular.dropFirst(kept))
        }
    }

    /// The endings of plurals with those of their singulars, by their last letters: two, or three
    /// for `-ies` and similar endings. The first match applies; any other `s` is dropped.
    private static let endings: [String: [(plural: String, singular: String)]] = [
        // Plurals without an s, also in compounds: `grandchildren`, `salespeople`.
        "le": [("people", "person")],
        "en": [("children", "child"), ("men", "man")],
        "et": [("feet", "foot")],
        // No plurals: `address`, `status`, `analysis`.
        "ss": [("ss", "ss")],
        "us": [("menus", "menu"), ("eaus", "eau"), ("us", "us")],
        "is": [("is", "is")],
        // `bookshelves`, but `archives`.
        "ves": [
            ("knives", "knife"), ("shelves", "shelf"), ("wives", "wife"), ("wolves", "wolf"),
        ],
        // `categories`, but `movies`.
        "ies": [
            ("series", "series"), ("species", "species"), ("movies", "movie"),
            ("cookies", "cookie"), ("ies", "y"),
        ],
        // `heroes`, but `shoes`.
        "oes": [("shoes", "shoe"), ("oes", "o")],
        // `boxes`, `dishes`, `matches`, `addresses`, `blitzes`; but `caches` and `prizes`.
        "xes": [("xes", "x")],
        "hes": [("shes", "sh"), ("caches", "cache"), ("ches", "ch")],
        "zes": [("tzes", "tz"), ("zzes", "zz")],
        // `addresses`, `statuses`, `aliases`; but `causes`, `houses`, `databases`. And `analyses`.
        "ses": [
            ("sses", "ss"), ("auses", "ause"), ("ouses", "ouse"), ("uses", "us"),
            ("iases", "ias"), ("yses", "ysis"), ("theses", "thesis"),
        ],
    ]

    private static func change(ofEndingOf word: String) -> Change? {
        let tail = word.suffix(word.hasSuffix("es") ? 3 : 2)
        for (plural, singular) in endings[String(tail)] ?? [] where word.hasSuffix(plural) {
            return Change(from: plural, to: singular)
        }
        return word.hasSuffix("s") ? .dropS : nil
    }
}

// MARK: - Irregular plurals

/// Words whose singular can't be derived from their ending.
enum IrregularPlurals {
    /// Returns the singular of a lowercase word; `nil` if the word isn't irregular.
    static func singular(of word: String) -> String? {
        singulars[word]
    }

    private static let singulars: [String: String] = {
        var singulars = pairs
        for word in losingOnlyS { singulars[word] = String(word.dropLast()) }
        for word in staying { singulars[word] = word }
        return singulars
    }()

    private static let pairs: [String: String] = [
        // Old English.
        "afterlives": "afterlife", "calves": "calf", "dwarves": "dwarf", "elves": "elf",
        "geese": "goose", "halves": "half", "hooves": "hoof", "leaves": "leaf", "lice": "louse",
        "lives": "life", "loaves": "loaf", "mice": "mouse", "oxen": "ox", "scarves": "scarf",
        "selves": "self", "teeth": "tooth", "thieves": "thief", "wharves": "wharf",
        // Latin.
        "addenda": "addendum", "algae": "alga", "alumni": "alumnus", "antennae": "antenna",
        "appendices": "appendix", "bacteria": "bacterium", "cacti": "cactus", "codices": "codex",
        "corpora": "corpus", "curricula": "curriculum", "errata": "erratum", "foci": "focus",
        "formulae": "formula", "fungi": "fungus", "genera": "genus", "helices": "helix",
        "indices": "index", "larvae": "larva", "loci": "locus", "matrices": "matrix",
        "memoranda": "memorandum", "millennia": "millennium", "nebulae": "nebula",
        "nuclei": "nucleus", "quanta": "quantum", "radii": "radius", "spectra": "spectrum",
        "stimuli": "stimulus", "strata": "stratum", "syllabi": "syllabus", "vertebrae": "vertebra",
        "vertices": "vertex", "vortices": "vortex",
        // Greek.
        "automata": "automaton", "axes": "axis", "crises": "crisis", "criteria": "criterion",
        "diagnoses": "diagnosis", "emphases": "emphasis", "geneses": "genesis",
        "nemeses": "nemesis", "neuroses": "neurosis", "oases": "oasis", "phenomena": "phenomenon",
        "prognoses": "prognosis", "psychoses": "psychosis", "schemata": "schema",
        "symbioses": "symbiosis", "synopses": "synopsis",
        // French.
        "bureaux": "bureau", "plateaux": "plateau", "tableaux": "tableau",
        // Words that lose -es, where most words with such an ending lose only the s, and words with
        // a doubled consonant that becomes single.
        "atlases": "atlas", "busses": "bus", "canvases": "canvas", "christmases": "christmas",
        "gases": "gas", "gasses": "gas", "irises": "iris", "lenses": "lens",
        "metropolises": "metropolis", "monies": "money", "pancreases": "pancreas",
        "quizzes": "quiz", "trellises": "trellis",
    ]

    /// Words that lose only their s, although their ending suggests more.
    private static let losingOnlyS = """
        abuses accuses aches alibis aloes amuses apis aunties avalanches backaches backhoes
        baddies bayous besties biggies bikinis birdies boogies bookies brownies budgies calories
        canoes caribous chilis cliches clis collies confuses coteries cpus creches crevasses
        cuties delis dies diffuses disuses does douches earaches ecus emojis emus excuses
        finesses floes flus foes foodies freebies fuses genies gnus goalies goodies gpus
        groupies guis gurus haikus headaches heartaches hippies hoes homies hoodies hypotenuses
        impasses indies infuses ious junkies kanjis khakis kiddies kiwis kpis kudus lassies lies
        lingeries luaus magpies martinis masseuses menageries minis misuses mousses moustaches
        muses mustaches neckties newbies niches oboes oldies onesies overuses pastiches pies pis
        pixies pois posses potpies prairies psyches quiches quickies rabbis recluses refuses
        reuses reveries roes rookies rotisseries ruses safaris salamis samurais selfies semis
        skis skus smoothies snafus sorties stomachaches sushis sweeties taxis techies thous
        throes ties tiptoes toes tofus toothaches townies tsunamis tutus uris uses veggies vies
        walkies wedgies wikis woes yetis yogis zebus zombies zucchinis
        """.words

    /// Words without a plural, with an identical plural, or that only look like plurals.
    private static let staying = """
        abdomen acumen aerobics alas alias always amen analytics athletics atlas aws barracks
        besides bias biceps billiards bps canvas cas chaos christmas clothes cms corps cors
        cosmos ddos devops diabetes dns dos downstairs economics electronics ens eos ethos
        forceps fps gallows gas gps gymnastics has headquarters herpes hers https hymen iaas
        innings ios ipados its jeans kubernetes kudos lens linguistics lms logistics macos mars
        mathematics maths means measles mms mps mumps nas news nfs nodejs omen ours overseas
        paas pajamas pancreas pants pathos perhaps physics politics pos premises pyjamas rabies
        ramen rds regimen robotics rps saas sas scissors semen sms sns sometimes sos specimen
        sqs stamen texas thanks theirs tls tos tps triceps trousers tvos upstairs vegas visionos
        vps was watchos whereas xmas yes yours
        """.words
}
