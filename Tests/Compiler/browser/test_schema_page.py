"""Drives the page of `generate-paths --emit html` in Chromium, as a person does.

    test_schema_page.py <browser> <generate-paths> [<folder for screenshots>]

Needs the package playwright.
"""

import json
import pathlib
import subprocess
import tempfile
import unittest

from browser import PROGRAM, SCREENSHOTS, BrowserTest, expect

FORUM = {
    "$doc": "A small forum.\n\nEverything that its members write.",
    "theme": "Theme",
    "users": {
        "$doc": "Everybody who has signed up.",
        "<userId: UserID>": {
            "$type": "User",
            "name": {"$type": "String", "$doc": "The name that others see."},
            "mail": {"$type": "String", "$deprecated": "use users/<userId>/contact"},
            "joinedAt": "Date",
        },
    },
    "posts": {
        "$doc": "What members have written, best first.",
        "$index": ["score", "sentAt"],
        "<postId: PostID>": {
            "$type": "Post",
            "text": "String",
            "score": {"$type": "Int", "$doc": "The sum of all votes."},
            "sentAt": "Date",
            "votes": {"<userId: UserID>": "Int"},
        },
    },
    "comments": {
        "<postId: PostID>": {
            "<commentId>": {"$name": "Comment", "text": "String", "replies": {"<replyId>": "Comment"}},
        },
    },
    "flags": {"beta": "Bool", "<flag>": "Int"},
}

RULES = {
    "rules": {
        ".read": "auth != null",
        "posts": {
            ".indexOn": ["score", "sentAt"],
            "$post": {
                ".write": "auth.uid === newData.child('author').val()",
                ".validate": "newData.hasChildren(['text', 'score']) &&\n  newData.child('text').isString()",
                "votes": {"$voter": {".write": "auth.uid === $voter", ".validate": "newData.val() === 1"}},
                "author": {".validate": "newData.val() === auth.uid"},
            },
        },
    }
}


def large():
    """A schema of 5,000 places."""
    return {
        f"group{i}": {f"<group{i}Id>": {f"field{i}x{j}": "String" for j in range(48)}} for i in range(100)
    }


class SchemaPageTest(BrowserTest):
    """The page may request nothing but its file."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.requests = []
        super().setUp()

    def tearDown(self):
        super().tearDown()
        self.assertEqual([url for url in self.requests if not url.startswith("file:")], [])

    def open_context(self, **options):
        super().open_context(**options)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def write(self, schema, rules=None, name="forum.json"):
        """Writes the page of a schema, and returns its address."""
        folder = pathlib.Path(self.folder.name)
        (folder / name).write_text(json.dumps(schema))
        options = []
        if rules:
            (folder / "database.rules.json").write_text(json.dumps(rules))
            options = ["--rules", "database.rules.json"]
        subprocess.run(
            [PROGRAM, name, "--emit", "html", "--output", "page.html", *options],
            cwd=folder, check=True, capture_output=True)
        return (folder / "page.html").as_uri()

    def show(self, schema=FORUM, rules=None, fragment=""):
        self.page.goto(self.write(schema, rules) + fragment)

    def items(self):
        return self.page.get_by_role("treeitem")

    def row(self, path):
        """The row of the place with a path, as the details name it."""
        self.page.goto(self.page.url.split("#")[0] + "#" + path)
        return self.page.locator("[aria-selected=true] > .row")

    def keys(self):
        return self.page.locator(".tree .key").all_text_contents()

    def focused(self):
        return self.page.evaluate("document.activeElement.querySelector('.key')?.textContent")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self.focused()

    def search(self, text):
        self.page.get_by_role("searchbox").fill(text)

    @property
    def details(self):
        return self.page.locator("#details")

    @property
    def status(self):
        return self.page.get_by_role("status")

    def clipboard(self):
        return self.page.evaluate("navigator.clipboard.readText()")


class TreeTest(SchemaPageTest):
    def test_small_schemas_are_unfolded(self):
        self.show()
        expect(self.items()).to_have_count(23)
        expect(self.status).to_have_text("22 places")
        self.assertEqual(self.page.title(), "forum.json")

    def test_folding_with_the_mouse(self):
        self.show()
        users = self.items().nth(2)
        expect(users).to_have_attribute("aria-expanded", "true")
        users.locator("> .row > .twisty").click()
        expect(users).to_have_attribute("aria-expanded", "false")
        expect(self.items()).to_have_count(19)
        users.locator("> .row > .twisty").click()
        expect(self.items()).to_have_count(23)
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        self.assertEqual(self.keys(), ["/", "theme", "users", "posts", "comments", "flags"])
        self.page.get_by_role("button", name="Unfold all").click()
        expect(self.items()).to_have_count(23)

    def test_the_keyboard(self):
        self.show()
        self.page.get_by_role("tree").press("Tab")
        self.page.get_by_role("searchbox").focus()
        self.assertEqual(self.press("Tab", "Tab", "Tab"), "/")
        self.assertEqual(self.press("ArrowDown"), "theme")
        self.assertEqual(self.press("ArrowDown", "ArrowDown"), "<userId: UserID>")
        self.assertEqual(self.press("ArrowLeft"), "<userId: UserID>")
        self.assertEqual(self.press("ArrowDown"), "posts")
        self.assertEqual(self.press("ArrowUp", "ArrowRight", "ArrowRight"), "name")
        self.assertEqual(self.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"), "users")
        self.assertEqual(self.press("End"), "<flag>")
        self.assertEqual(self.press("Home"), "/")
        self.assertEqual(self.press("p"), "posts")
        self.assertEqual(self.press("Enter", "ArrowDown"), "comments")
        self.assertEqual(self.press("*", "ArrowUp"), "<userId: UserID>")
        expect(self.details.locator("h2")).to_have_text("/posts/<postId: PostID>/votes/<userId: UserID>")

    def test_the_keyboard_skips_what_is_folded(self):
        self.show()
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        self.page.get_by_role("treeitem").first.focus()
        self.assertEqual(self.press("ArrowDown", "ArrowDown", "ArrowDown"), "posts")

    def test_folding_above_the_selected_place_selects_what_is_folded(self):
        self.show(fragment="#/posts/$postId/score")
        self.items().filter(has=self.page.locator(":scope > .row > .key", has_text="posts")).last.locator(
            "> .row > .twisty").click()
        expect(self.details.locator("h2")).to_have_text("/posts")

    def test_screen_readers_hear_levels_names_and_states(self):
        self.show()
        mail = self.page.get_by_role("treeitem", name="mail, String, deprecated", exact=True)
        expect(mail).to_have_attribute("aria-level", "4")
        self.assertIsNone(mail.get_attribute("aria-expanded"))
        self.assertEqual(self.page.locator("[role=treeitem][tabindex='0']").count(), 1)
        self.assertEqual(self.page.locator("[role=tree] ul:not([role=group])").count(), 0)

    def test_a_large_schema(self):
        self.show(large())
        expect(self.status).to_have_text("5,000 places")
        expect(self.items()).to_have_count(101)
        self.page.get_by_role("button", name="Unfold all").click()
        expect(self.items()).to_have_count(5001)
        self.search("field")
        expect(self.status).to_have_text("4,800 of 5,000 places, the first 400 shown")
        self.search("field99x47")
        expect(self.items()).to_have_count(4)

    def test_everything_is_printed(self):
        self.show(large())
        self.search("field7x7")
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        counts = """() => {
            const rows = () => document.querySelectorAll('[role=treeitem]').length;
            let printed = 0;
            addEventListener('beforeprint', () => { printed = rows(); });
            addEventListener('afterprint', () => { window.printed = [printed, rows()]; });
        }"""
        self.page.evaluate(counts)
        before = self.items().count()
        self.assertGreater(len(self.page.pdf()), 100_000)
        self.assertEqual(self.page.evaluate("window.printed"), [5001, before])
        self.page.emulate_media(media="print")
        expect(self.details).to_be_hidden()
        expect(self.page.get_by_role("searchbox")).to_be_hidden()

    def test_deprecations_are_printed(self):
        self.show()
        note = self.page.get_by_text("use users/<userId>/contact").first
        expect(note).to_be_hidden()
        self.page.emulate_media(media="print")
        expect(note).to_be_visible()


class SearchTest(SchemaPageTest):
    def test_keys_types_and_documentation(self):
        self.show()
        for text, count, keys in [
            ("SCORE", 1, ["/", "posts", "<postId: PostID>", "score"]),
            ("userid int", 2, ["/", "posts", "<postId: PostID>", "votes", "<userId: UserID>"]),
            ("all votes", 1, ["/", "posts", "<postId: PostID>", "score"]),
            ("contact", 1, ["/", "users", "<userId: UserID>", "mail"]),
            ("flags/", 2, ["/", "flags", "beta", "<flag>"]),
            ("nothing", 0, ["/"]),
        ]:
            self.search(text)
            expect(self.status).to_have_text(f"{count} of 22 places")
            self.assertEqual(self.keys(), keys, text)

    def test_matches_are_marked(self):
        self.show()
        self.search("core")
        self.assertEqual(self.page.locator("mark").all_inner_texts(), ["core"])

    def test_the_end_of_a_search_shows_the_selected_place(self):
        self.show()
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        self.page.keyboard.press("/")
        self.page.keyboard.type("sentat")
        self.assertEqual(self.press("Enter"), "sentAt")
        self.assertEqual(self.press("ArrowUp", "ArrowDown"), "sentAt")
        self.page.get_by_role("searchbox").press("Escape")
        expect(self.status).to_have_text("22 places")
        self.assertEqual(
            self.keys(),
            ["/", "theme", "users", "posts", "<postId: PostID>", "text", "score", "sentAt", "votes",
             "comments", "flags"])

    def test_what_is_found_can_be_folded(self):
        self.show()
        self.search("sentat")
        self.items().nth(1).locator("> .row > .twisty").click()
        self.assertEqual(self.keys(), ["/", "posts"])
        self.page.get_by_role("button", name="Unfold all").click()
        self.assertEqual(self.keys(), ["/", "posts", "<postId: PostID>", "sentAt"])
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        self.assertEqual(self.keys(), ["/", "posts"])
        self.search("senta")
        self.assertEqual(self.keys(), ["/", "posts", "<postId: PostID>", "sentAt"])


class DetailsTest(SchemaPageTest):
    def test_a_place(self):
        self.show()
        expect(self.row("/posts")).to_contain_text("by score, sentAt")
        expect(self.details).to_contain_text("What members have written, best first.")
        expect(self.details.get_by_text("Path<Post>.KeyedCollection<PostID>")).to_be_visible()
        self.row("/users/$userId/mail")
        expect(self.details).to_contain_text("Deprecated: use users/<userId>/contact")
        self.row("/comments/$postId/$commentId")
        expect(self.details).to_contain_text("KeysString")

    def test_the_swift_expression_is_copied(self):
        self.show(fragment="#/comments/$postId/$commentId/text")
        self.details.get_by_role("button", name="Copy the Swift expression").click()
        expect(self.details.get_by_text("Copied")).to_be_visible()
        self.assertEqual(self.clipboard(), "Path().comment(postId, commentId: commentId).text")

    def test_links(self):
        self.show()
        self.row("/posts/$postId/score")
        self.details.get_by_role("button", name="Copy link").click()
        expect(self.details.get_by_text("Copied")).to_be_visible()
        link = self.clipboard()
        self.assertTrue(link.endswith("/page.html#/posts/$postId/score"), link)
        self.open_context()
        self.page.goto(link)
        expect(self.details.locator("h2")).to_have_text("/posts/<postId: PostID>/score")
        expect(self.page.locator("[aria-selected=true] > .row > .key")).to_have_text("score")

    def test_links_open_what_is_folded_and_end_a_search(self):
        self.show()
        self.page.get_by_role("button", name="Fold all", exact=True).click()
        self.search("theme")
        self.row("/posts/$postId/score")
        expect(self.details.locator("h2")).to_have_text("/posts/<postId: PostID>/score")
        expect(self.page.get_by_role("searchbox")).to_have_value("")

    def test_a_recurring_place_links_to_its_children(self):
        self.show(fragment="#/comments/$postId/$commentId/replies/$replyId")
        self.details.get_by_text("as at /comments/$postId/$commentId").click()
        expect(self.details.locator("h2")).to_have_text("/comments/<postId: PostID>/<commentId>")
        self.page.go_back()
        expect(self.details.locator("h2")).to_contain_text("<replyId>")

    def test_a_link_to_a_missing_place_says_so(self):
        for fragment in ["#/nothing", "#/%E0%A4%A", "#/" + "x" * 3000, "#nothing"]:
            self.page.goto("about:blank")
            self.show(fragment=fragment)
            if fragment.startswith("#/"):
                expect(self.status).to_contain_text("The schema has no place /")
            expect(self.items()).to_have_count(23)

    def test_rules(self):
        self.show(rules=RULES, fragment="#/posts/$postId")
        self.assertEqual(
            self.details.locator(".rule").all_inner_texts(),
            [
                ".write at /posts/$post\nauth.uid === newData.child('author').val()",
                ".validate at /posts/$post\nnewData.hasChildren(['text', 'score']) &&\n"
                "  newData.child('text').isString()",
                ".read at /\nauth != null",
                ".validate at /posts/$post/author\nnewData.val() === auth.uid",
            ])
        self.row("/posts/$postId/votes/$userId")
        self.assertEqual(self.details.locator(".rule").count(), 4)
        self.row("/theme")
        self.assertEqual(self.details.locator(".rule").all_inner_texts(), [".read at /\nauth != null"])


class HostileTest(SchemaPageTest):
    TEXTS = [
        "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--<script>", "]]>",
        "\"quotes\" and 'apostrophes' and `back-ticks` and \\back-slashes\\u0041", "&lt;&amp;&#60;",
        "\u202egnihtyreve sesrever\u202c", "{{data}} ${alert(1)} {{code}}", "<\u0338/script>", "\u2028\u2029", "é e\u0301",
        "javascript:alert(1)", "__proto__", "constructor", "toString", "%2e%2E %00 %", "🏳️‍🌈", "x" * 700,
    ]

    def test_texts_are_text(self):
        # The compiler refuses invisible characters in documentation, and allows them in keys.
        words = ["words " + "".join(c for c in text if ord(c) not in range(0x2028, 0x202F)) for text in self.TEXTS]
        schema = {"$doc": "\n".join(words)}
        for index, (text, word) in enumerate(zip(self.TEXTS, words)):
            key = "key " + "".join("_" if c in "/.#$[]" else c for c in text)
            schema[key] = {"$type": "String", "$doc": word, "$deprecated": word, "$member": f"member{index}"}
        self.show(schema)
        expect(self.items()).to_have_count(len(self.TEXTS) + 1)
        self.assertEqual(self.page.locator("script").count(), 2)
        self.assertEqual(self.page.locator("img").count(), 0)
        for index in range(len(self.TEXTS)):
            self.items().nth(index + 1).locator("> .row > .key").click()
            expect(self.details.get_by_text(f"Path().member{index}", exact=True)).to_be_visible()
            self.assertIn(words[index].strip(), self.details.locator("p").last.inner_text())
            address = self.details.locator("h2 a").last.get_attribute("href")
            self.page.wait_for_function("address => location.href.endsWith(address)", arg=address)
            self.page.reload()
            expect(self.details.get_by_text(f"Path().member{index}", exact=True)).to_be_visible()
        expect(self.items().nth(7).locator("> .row > .key .escape").first).to_have_text("U+202E")

    def test_a_name_of_a_file_is_text(self):
        name = "<script>alert(1)<&lt;\u202e.json"
        self.page.goto(self.write({"a": "Int"}, name=name))
        self.assertEqual(self.page.title(), name)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name.replace("\u202e", "U+202E"))


class AppearanceTest(SchemaPageTest):
    def test_light_and_dark(self):
        backgrounds = set()
        for scheme in ["light", "dark"]:
            self.open_context(color_scheme=scheme)
            self.show(rules=RULES, fragment="#/posts/$postId")
            backgrounds.add(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))
            if SCREENSHOTS:
                self.page.screenshot(path=f"{SCREENSHOTS}/schema-page-{scheme}.png")
        self.assertEqual(len(backgrounds), 2)

    def test_a_narrow_window(self):
        self.show()
        self.page.set_viewport_size({"width": 420, "height": 700})
        expect(self.details.get_by_text("Path()", exact=True)).to_be_in_viewport()
        expect(self.items().first).to_be_in_viewport()


if __name__ == "__main__":
    unittest.main(verbosity=2)
