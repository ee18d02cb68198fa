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
