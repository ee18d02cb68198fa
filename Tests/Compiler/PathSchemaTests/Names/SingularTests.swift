import Testing

@testable import PathSchema

@Suite struct SingularTests {
    /// One pair to a colon, so that a table of hundreds can be read.
    private static func pairs(_ text: String) -> [(plural: String, singular: String)] {
        text.split(whereSeparator: \.isWhitespace).map { pair in
            let parts = pair.split(separator: ":").map(String.init)
            return (parts[0], parts[1])
        }
    }

    @Test(
        arguments: pairs(
            """
            users:user members:member friends:friend followers:follower likes:like posts:post
            messages:message images:image devices:device invoices:invoice services:service
            prices:price places:place pages:page games:game scores:score files:file roles:role
            profiles:profile templates:template dates:date notes:note quotes:quote votes:vote
            types:type themes:theme times:time names:name schedules:schedule rules:rule
            chats:chat chatrooms:chatroom rooms:room channels:channel groups:group teams:team
            items:item orders:order carts:cart products:product payments:payment coupons:coupon
            notifications:notification settings:setting preferences:preference options:option
            tokens:token sessions:session events:event tasks:task lists:list todos:todo tags:tag
            comments:comment reactions:reaction photos:photo videos:video radios:radio
            stats:stat metrics:metric topics:topic statistics:statistic logs:log ids:id ads:ad
            days:day keys:key surveys:survey toys:toy boys:boy rays:ray employees:employee
            trees:tree fees:fee films:film lessons:lesson locations:location moments:moment
            questions:question answers:answer contacts:contact permissions:permission shorts:short
            """
        )
    )
    func plainPluralLosesItsS(plural: String, singular: String) {
        #expect(Namer.singular(plural) == singular)
    }

    @Test(
        arguments: pairs(
            """
            categories:category activities:activity deliveries:delivery replies:reply
            galleries:gallery histories:history companies:company countries:country cities:city
            currencies:currency inventories:inventory stories:story entries:entry queries:query
            parties:party properties:property families:family hobbies:hobby babies:baby
            addresses:address classes:class bosses:boss processes:process accesses:access
            businesses:business glasses:glass boxes:box taxes:tax indexes:index fixes:fix
            mailboxes:mailbox matches:match batches:batch watches:watch branches:branch
            searches:search coaches:coach beaches:beach dishes:dish wishes:wish stashes:stash
            crashes:crash heroes:hero potatoes:potato tomatoes:tomato echoes:echo vetoes:veto
            statuses:status buses:bus bonuses:bonus viruses:virus campuses:campus focuses:focus
            aliases:alias biases:bias analyses:analysis hypotheses:hypothesis blitzes:blitz
            """
        )
    )
    func endingIsRestored(plural: String, singular: String) {
        #expect(Namer.singular(plural) == singular)
    }

    @Test(
        arguments: pairs(
            """
            houses:house warehouses:warehouse causes:cause clauses:clause pauses:pause uses:use
            cases:case databases:database purchases:purchase phases:phase releases:release
            expenses:expense licenses:license responses:response courses:course horses:horse
            universes:universe exercises:exercise promises:promise purposes:purpose roses:rose
            noses:nose doses:dose prizes:prize sizes:size caches:cache headaches:headache
            shoes:shoe canoes:canoe toes:toe movies:movie cookies:cookie ties:tie pies:pie
            selfies:selfie calories:calorie zombies:zombie brownies:brownie archives:archive
            drives:drive moves:move olives:olive objectives:objective apis:api taxis:taxi
            emojis:emoji wikis:wiki menus:menu submenus:submenu gurus:guru cpus:cpu skus:sku
            axles:axle plateaus:plateau
            """
        )
    )
    func wordThatOnlyLooksLikeAnEsPluralLosesItsS(plural: String, singular: String) {
        #expect(Namer.singular(plural) == singular)
    }

    @Test(
        arguments: pairs(
            """
            people:person salespeople:salesperson children:child grandchildren:grandchild men:man
            women:woman firemen:fireman mice:mouse geese:goose feet:foot teeth:tooth oxen:ox
            knives:knife lives:life wives:wife leaves:leaf shelves:shelf bookshelves:bookshelf
            wolves:wolf halves:half thieves:thief loaves:loaf indices:index matrices:matrix
            vertices:vertex appendices:appendix crises:crisis axes:axis oases:oasis
            diagnoses:diagnosis criteria:criterion phenomena:phenomenon bacteria:bacterium
            alumni:alumnus radii:radius foci:focus formulae:formula corpora:corpus
            schemata:schema quizzes:quiz gases:gas lenses:lens canvases:canvas atlases:atlas
            """
        )
    )
    func irregularPluralIsKnown(plural: String, singular: String) {
        #expect(Namer.singular(plural) == singular)
    }

    @Test(
        arguments: """
            news status series miniseries species equipment information sheep fish data metadata
            media bus gas lens atlas canvas bonus virus campus corpus focus bias alias address
            process business progress class boss access analysis basis chess has is this was as us
            plus minus always perhaps os ios gps dns https sms css aws analytics physics specimen
            presence online typing following history name user feedback staff weather emoji agenda
            headquarters premises means yes s a été 日本語 مرحبا 😀
            """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
    func wordThatIsNoPluralStays(word: String) {
        #expect(Namer.singular(word) == word)
    }

    @Test(arguments: [
        ("userPosts", "userPost"), ("UserCategories", "UserCategory"), ("People", "Person"),
        ("usersPeople", "usersPerson"), ("user_posts", "user_post"),
        ("breakingNews", "breakingNews"),
        ("userStatus", "userStatus"), ("orderStatuses", "orderStatus"),
        ("UserChildren", "UserChild"),
        ("ids", "id"), ("IDs", "ID"), ("userIDs", "userID"), ("URLs", "URL"),
        ("sendSMS", "sendSMS"),
        ("userID", "userID"), ("collection12345s", "collection12345"), ("_2019s", "_2019"),
        ("posts2", "posts2"), ("_2019", "_2019"), ("__posts__", "__post__"), ("posts_", "post_"),
        ("userS", "userS"), ("XsAndOs", "XsAndOs"), ("données", "donnée"), ("chat😀s", "chat😀"),
        ("Men", "Man"), ("userFeet", "userFoot"), ("Menus", "Menu"),
        ("", ""), ("_", "_"), ("s_", "s_"),
    ])
    func onlyTheLastWordChanges(name: String, singular: String) {
        expectScalars(Namer.singular(name), singular)
    }
}
