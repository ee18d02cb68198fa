"""Drives the page of realtime-database-server in Chromium, as a person does.

    test_page.py <browser> <realtime-database-server> [<folder for screenshots>]

Needs the package playwright. Starts the servers itself, on free ports.
"""

import http.server
import json
import os
import shlex
import subprocess
import tempfile
import threading
import time
import unittest

from playwright.sync_api import Error

from harness import CHAT, REPOSITORY, SCREENSHOTS, PageTest, expect

CHATROOMS = {
    "firechat": {
        "name": "Fire Chat",
        "messages": {
            "-NbAxq1": {"author": "ana", "text": "Is anyone here?", "sentAt": 1700000000000},
            "-NbAxq2": {"author": "ben", "text": "Me! And I brought cake.", "sentAt": 1700000004000},
        },
    },
    "lobby": {"name": 7, "topic": "everything"},
}


class TreeTests(PageTest):
    def setUp(self):
        super().setUp()
        self.server.put(["rooms"], {"a": {"name": "A", "open": True}, "b": {"name": "B"}})

    def test_places_open_and_close_by_mouse(self):
        self.show()
        self.open("rooms")
        self.open("rooms", "a")
        self.assertEqual(self.keys("rooms", "a"), ["name", "open"])
        expect(self.row("rooms", "a", "name")).to_contain_text("A")
        self.open("rooms")
        expect(self.items()).to_have_count(2)

    def test_places_open_and_close_by_keyboard(self):
        self.show()
        expect(self.items()).to_have_count(2)
        self.page.locator("#tree [tabindex='0']").focus()
        for keys, label in [
            ("ArrowRight", "rooms, children"), ("ArrowRight", "rooms, children"),
            ("ArrowDown", "a, children"), ("ArrowRight", "a, children"),
            ("ArrowRight", "name, A"), ("ArrowDown", "open, true"),
            ("ArrowDown", "b, children"), ("ArrowUp", "open, true"), ("ArrowLeft", "a, children"),
            ("ArrowLeft", "a, children"), ("ArrowDown", "b, children"),
            ("Home", "root, children"), ("End", "b, children"), ("A", "a, children"), ("r", "rooms, children"),
            ("x", "rooms, children"), ("b", "b, children"),
        ]:
            self.page.keyboard.press(keys)
            expect(self.page.locator("*:focus")).to_have_attribute("aria-label", label)
            expect(self.page.locator("[aria-busy]")).to_have_count(0)
        # One item is in the order of the Tab key, and one is selected.
        expect(self.page.locator("#tree [tabindex='0']")).to_have_count(1)
        expect(self.page.locator("#tree [aria-selected='true']")).to_have_count(1)
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Shift+Tab")
        expect(self.page.locator("*:focus")).to_have_attribute("aria-label", "b, children")

    def test_links_lead_to_places(self):
        self.show("rooms", "a")
        expect(self.row("name")).to_contain_text("A")
        self.page.get_by_role("link", name="rooms").click()
        expect(self.row("b")).to_be_visible()
        self.page.go_back()
        expect(self.row("name")).to_be_visible()
        self.page.get_by_label("Go to a place").fill("rooms/b")
        self.page.keyboard.press("Enter")
        expect(self.row("name")).to_contain_text("B")
        self.assertTrue(self.page.url.endswith("#/rooms/b"))

    def test_everything_that_takes_input_has_a_name(self):
        self.show("rooms", "a", "name")
        self.page.get_by_role("button", name="Query").click()
        for field in self.page.locator("input:visible, select:visible, textarea:visible, button:visible").all():
            name = field.evaluate(
                "e => e.ariaLabel || [...(e.labels ?? [])].map(l => l.innerText).join('') || e.innerText")
            self.assertTrue(name.strip(), field.evaluate("e => e.outerHTML"))


class EditTests(PageTest):
    arguments = ("--schema", f"{CHAT}/chat.paths.json")

    def setUp(self):
        super().setUp()
        self.server.put(["chatrooms"], CHATROOMS)

    def edit(self, *place):
        self.show(*place)
        expect(self.items().first).to_be_visible()
        self.page.locator("#tree [tabindex='0']").focus()
        self.page.keyboard.press("Enter")
        return self.page.get_by_label("Value", exact=True)

    def test_a_value_is_changed(self):
        field = self.edit("chatrooms", "firechat", "name")
        expect(field).to_be_focused()
        field.fill("It's \"Fire\" <Chat>")
        self.page.keyboard.press("Enter")
        expect(self.details).to_contain_text("Saved.")
        self.assertEqual(self.server.get(["chatrooms", "firechat", "name"]), "It's \"Fire\" <Chat>")
        expect(self.row()).to_contain_text("It's \"Fire\" <Chat>")
        self.page.keyboard.press("Escape")
        expect(self.items().first).to_be_focused()

    def test_long_numbers_are_kept(self):
        place = ["chatrooms", "firechat", "messages", "-NbAxq1", "sentAt"]
        self.server.put(place, 9007199254740993)
        field = self.edit(*place)
        expect(field).to_have_value("9007199254740993")
        field.fill("9007199254740995")
        self.page.keyboard.press("Enter")
        expect(self.details).to_contain_text("Saved.")
        self.assertEqual(self.server.get(place), 9007199254740995)

    def test_what_does_not_fit_is_marked(self):
        self.show("chatrooms", "lobby")
        expect(self.row("name").locator(".badge")).to_be_visible()
        expect(self.row("topic").locator(".badge")).to_be_visible()
        self.row("name").click()
        expect(self.details).to_contain_text("The schema says String, and this is a number.")
        kind = self.details.get_by_label("Kind of value")
        expect(kind).to_have_value("number")
        self.details.get_by_label("Value", exact=True).fill("eight")
        expect(self.details).to_contain_text("This is no number.")
        kind.select_option("text")
        expect(self.details).not_to_contain_text("This is no number.")
        self.details.get_by_role("button", name="Save").click()
        expect(self.row("name").locator(".badge")).to_have_count(0)
        self.assertEqual(self.server.get(["chatrooms", "lobby", "name"]), "eight")

    def test_children_are_added(self):
        self.show("chatrooms", "lobby", "messages")
        form = self.details
        form.get_by_label("Value of the child").fill('{"author":"ana"')
        form.get_by_label("Kind of value").last.select_option("JSON")
        form.get_by_role("button", name="Add").click()
        expect(form).to_contain_text("JSON")
        form.get_by_label("Value of the child").fill('{"author":"ana","text":"Hi"}')
        form.get_by_role("button", name="Add").click()
        expect(self.page.locator("#tree li li")).to_have_count(1)
        messages = self.server.get(["chatrooms", "lobby", "messages"])
        (key,) = messages
        self.assertEqual(messages[key], {"author": "ana", "text": "Hi"})
        self.assertEqual(len(key), 20)
        self.show("chatrooms", "lobby")
        expect(self.row("messages")).to_be_visible()
        self.page.get_by_role("treeitem").first.press("+")
        self.page.keyboard.type("open")
        form.get_by_label("Value of the child").fill("true")
        form.get_by_label("Kind of value").select_option("boolean")
        expect(form).to_contain_text("The schema has no 'open' here.")
        form.get_by_role("button", name="Add").click()
        expect(self.row("open")).to_be_visible()
        self.assertIs(self.server.get(["chatrooms", "lobby", "open"]), True)

    def test_a_key_that_is_refused_says_so(self):
        self.show("chatrooms", "lobby")
        for key, reason in [
            ("a/b", "A key can't contain"), ("a.b", "A key can't contain"), ("\ta", "A key can't contain"),
            ("k" * 769, "768"),
        ]:
            self.details.get_by_label("Key").fill(key)
            self.details.get_by_label("Value of the child").fill("x")
            self.details.get_by_role("button", name="Add").click()
            expect(self.details).to_contain_text(reason)
        self.assertEqual(self.server.get(["chatrooms", "lobby"]), CHATROOMS["lobby"])

    def test_a_place_is_removed(self):
        self.show("chatrooms", "lobby")
        self.row("topic").click()
        self.page.keyboard.press("Delete")
        expect(self.details).to_contain_text("Remove /chatrooms/lobby/topic and everything below it?")
        self.details.get_by_role("button", name="Keep").click()
        self.assertEqual(self.server.get(["chatrooms", "lobby", "topic"]), "everything")
        removal = self.details.get_by_role("button", name="Remove")
        red = self.page.evaluate("getComputedStyle(document.querySelector('#problem')).color")
        expect(removal).to_have_css("color", red)
        removal.click()
        expect(self.details.get_by_role("button", name="Remove all of it")).to_have_css("background-color", red)
        self.details.get_by_role("button", name="Remove all of it").click()
        expect(self.row("topic")).to_have_count(0)
        self.assertIsNone(self.server.get(["chatrooms", "lobby", "topic"]))

    def test_what_is_being_written_survives_others(self):
        field = self.edit("chatrooms", "firechat", "name")
        field.fill("mine")
        self.server.put(["chatrooms", "firechat", "name"], "theirs")
        expect(self.details).to_contain_text("Changed meanwhile to theirs")
        expect(field).to_have_value("mine")

    def test_code_is_copied(self):
        self.show("chatrooms", "firechat", "name")
        self.details.get_by_label("Copy Swift").click()
        self.assertEqual(
            self.page.evaluate("navigator.clipboard.readText()"),
            'try Path().chatroom(ChatroomID(checking: "firechat")).name')
        self.details.get_by_label("Copy curl").click()
        call = self.page.evaluate("navigator.clipboard.readText()")
        self.assertEqual(subprocess.run(["sh", "-c", call], capture_output=True, text=True).stdout, '"Fire Chat"')

    def test_json_is_exported_and_imported(self):
        self.show("chatrooms", "lobby")
        with self.page.expect_download() as download:
            self.details.get_by_role("link", name="Export").click()
        self.assertEqual(download.value.suggested_filename, "lobby.json")
        with open(download.value.path()) as file:
            self.assertEqual(json.load(file), CHATROOMS["lobby"])
        for button, expected in [
            ("Merge children", {**CHATROOMS["lobby"], "name": "L"}),
            ("Replace everything here", {"name": "L"}),
        ]:
            self.details.get_by_label("JSON to import").set_input_files(
                {"name": "l.json", "mimeType": "application/json", "buffer": b'{"name":"L"}'})
            self.details.get_by_role("button", name=button).click()
            expect(self.details).to_contain_text("Imported.")
            self.assertEqual(self.server.get(["chatrooms", "lobby"]), expected)
        self.details.get_by_label("JSON to import").set_input_files(
            {"name": "l.json", "mimeType": "application/json", "buffer": b'{"name":'})
        self.details.get_by_role("button", name="Replace everything here").click()
        expect(self.details).to_contain_text("couldn't parse JSON")
        self.assertEqual(self.server.get(["chatrooms", "lobby"]), {"name": "L"})


class RecordTests(PageTest):
    schema = """
        { "tasks": { "<id>": { "$type": "Task", "title": "String", "due": "Date", "at": "ServerTime?" } } }
        """

    def setUp(self):
        inputs = tempfile.TemporaryDirectory()
        self.addCleanup(inputs.cleanup)
        with open(f"{inputs.name}/schema.json", "w") as file:
            file.write(self.schema)
        self.arguments = ("--schema", f"{inputs.name}/schema.json")
        super().setUp()
        self.server.put(["tasks"], {
            "a": {"title": "A", "due": 1700000000000, "at": 1700000000123},
            "b": {"title": "B", "at": 9e18},
        })

    def test_keys_of_what_is_not_open_are_suggested(self):
        self.show("tasks")
        self.row("a").click()
        expect(self.item("a")).to_have_attribute("aria-expanded", "false")
        expect(self.page.locator("#childkeys option")).to_have_count(3)
        self.assertEqual(
            self.page.locator("#childkeys option").evaluate_all("all => all.map(one => one.value)"),
            ["title", "due", "at"])
        self.details.get_by_label("Key").fill("due")
        expect(self.details.get_by_label("Kind of value")).to_have_value("number")

    def test_places_to_go_to_are_suggested(self):
        self.show()
        field = self.page.get_by_label("Go to a place")
        for written, places in [
            ("t", ["tasks"]), ("tasks/", ["tasks/a", "tasks/b"]),
            ("tasks/b/d", ["tasks/b/title", "tasks/b/due", "tasks/b/at"]), ("a.b/", []),
        ]:
            field.fill(written)
            options = self.page.locator("#places option")
            expect(options).to_have_count(len(places))
            self.assertEqual(options.evaluate_all("all => all.map(one => one.value)"), places)

    def test_dates_and_missing_children_are_seen_in_the_tree(self):
        self.show("tasks")
        expect(self.row("a")).to_contain_text("title: A, due: 2023-11-14T22:13:20Z, at: 2023-11-14T22:13:20.123Z")
        expect(self.row("a").locator(".badge")).to_have_count(0)
        expect(self.row("b").locator(".badge")).to_have_attribute("title", "The schema requires 'due', which is missing.")
        # There is no such day.
        expect(self.row("b")).to_contain_text("at: 9000000000000000000")
        self.open("a")
        expect(self.row("a", "due")).to_contain_text("2023-11-14T22:13:20Z")
        self.row("a", "due").click()
        expect(self.details.get_by_label("Value", exact=True)).to_have_value("1700000000000")
        expect(self.details).to_contain_text("as a time, 2023-11-14T22:13:20Z")

    def test_targets_are_large_enough_on_a_phone(self):
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.show("tasks")
        self.page.get_by_label("Look as").select_option("user")
        self.page.get_by_role("button", name="Query").click()
        for place in [(), ("a",)]:
            self.row(*place).click()
            targets = self.page.locator(
                "#tree .row, .twisty, a:visible, button:visible, input:visible, select:visible, textarea:visible")
            small = targets.evaluate_all("""all => all
                .map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
                .filter(([_, box]) => box.width < 24 || box.height < 24)
                .map(([html, box]) => `${html} ${box.width} × ${box.height}`)""")
            self.assertEqual(small, [])


class LiveTests(PageTest):
    def curl(self, method, place, value):
        subprocess.run(
            ["curl", "-sf", "-o", os.devnull, "-X", method, "-d", json.dumps(value), self.server.address(place)],
            check=True)

    def test_a_write_of_curl_appears(self):
        self.server.put(["a"], {"b": {"c": 1}, "other": 1})
        self.show()
        for place in (["a"], ["a", "b"]):
            self.open(*place)
        expect(self.row("a", "b", "c")).to_contain_text("1")
        start = time.monotonic()
        self.curl("PUT", ["a", "b", "c"], 2)
        expect(self.row("a", "b", "c")).to_contain_text("2")
        print(f"a write appeared after {time.monotonic() - start:.2f} s")
        expect(self.item("a", "b", "c")).to_have_class("changed")
        expect(self.item("a", "other")).not_to_have_class("changed")
        self.curl("PATCH", ["a"], {"b/d": "new", "0": "first", "other": None})
        expect(self.row("a", "b", "d")).to_be_visible()
        expect(self.item("a", "b", "d")).to_have_class("changed")
        expect(self.row("a", "other")).to_have_count(0)
        self.assertEqual(self.keys("a"), ["0", "b"])
        self.curl("PUT", [], {"a": "gone"})
        expect(self.items()).to_have_count(2)
        expect(self.row("a")).to_contain_text("gone")
        self.curl("PUT", [], None)
        expect(self.row()).to_contain_text("nothing here")
        self.curl("PUT", ["a", "b"], 1)
        expect(self.row("a")).to_contain_text("b: ")

    def test_a_place_that_is_opened_again_has_not_changed(self):
        self.server.put(["a"], {"b": 1})
        self.show()
        for _ in range(3):
            self.open("a")
        expect(self.row("a", "b")).to_be_visible()
        expect(self.page.locator(".changed")).to_have_count(0)

    def test_a_page_in_the_background_lets_go(self):
        ended = []
        self.page.on("requestfailed", lambda request: ended.append(request.url))
        self.page.clock.install()
        self.show()
        hide = """isHidden => {
            Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
        self.page.evaluate(hide, True)
        self.page.clock.run_for(29_000)
        self.page.evaluate(hide, False)
        self.page.evaluate(hide, True)
        self.page.clock.run_for(29_000)
        self.assertEqual(ended, [])
        self.page.clock.run_for(2_000)
        self.server.put(["a"], 1)
        with self.page.expect_request("**/.page/changes*"):
            self.page.evaluate(hide, False)
        expect(self.row("a")).to_contain_text("1")
        self.assertEqual([url.split("?")[0] for url in ended], [f"{self.server.url}/.page/changes"])

    def test_the_tree_is_what_was_written(self):
        self.show("many")
        for number in range(300):
            self.server.put(["many", f"k{number % 40:02}"], number)
        expected = {f"k{number % 40:02}": str(number) for number in range(260, 300)}
        expect(self.row("k39")).to_contain_text("279")
        expect(self.row("k19")).to_contain_text("299")
        shown = dict(zip(self.keys(), self.page.locator("#tree li li > .row > .value").all_inner_texts()))
        self.assertEqual(shown, expected)

    def test_a_server_that_comes_back_is_shown(self):
        self.server.put(["a"], 1)
        self.show()
        expect(self.row("a")).to_contain_text("1")
        self.server.stop()
        expect(self.page.locator("#status")).to_have_text("disconnected; trying again")
        self.row("a").click()
        self.details.get_by_label("Value", exact=True).fill("2")
        self.details.get_by_role("button", name="Save").click()
        expect(self.details).to_contain_text("The server can't be reached.")
        self.server.start()
        self.server.put(["a"], 3)
        expect(self.page.locator("#status")).to_have_text("live")
        expect(self.row("a")).to_contain_text("3")
        self.server.put(["a"], 4)
        expect(self.row("a")).to_contain_text("4")


class ScaleTests(PageTest):
    def test_many_children_open_in_pages(self):
        count = 100_000
        self.server.put(["all"], {f"k{number:06}": number for number in range(count)})
        self.show()
        self.open("all")
        expect(self.items()).to_have_count(2 + 100 + 1)
        self.page.get_by_label("More children").click()
        expect(self.items()).to_have_count(2 + 200 + 1)
        expect(self.page.locator("*:focus")).to_have_attribute("aria-label", "k000100, 100")
        # Changes within what is shown, and beyond it.
        self.server.put(["all", "k000150"], "new")
        expect(self.row("all", "k000150")).to_contain_text("new")
        self.server.put(["all", "k000000a"], "between")
        expect(self.row("all", "k000000a")).to_be_visible()
        self.server.put(["all", "k099999"], "far")
        self.server.put(["all", "k000001"], "near")
        expect(self.row("all", "k000001")).to_contain_text("near")
        expect(self.row("all", "k099999")).to_have_count(0)
        self.show("all", query='?orderBy="$key"&limitToLast=3')
        expect(self.row("k099999")).to_contain_text("far")
        self.assertEqual(self.keys(), ["k099997", "k099998", "k099999"])

    def test_a_string_of_10_MB(self):
        self.server.put(["long"], "<b>" + "x" * 10_485_000)
        self.show()
        expect(self.row("long")).to_contain_text("10.5 MB")
        self.assertLess(len(self.row("long").inner_text()), 400)
        self.row("long").click()
        expect(self.details).to_contain_text("10.5 MB are too long to be edited here.")
        self.server.put(["long"], "y" * 100_000)
        self.show("long")
        expect(self.details.get_by_label("Value", exact=True)).to_be_enabled()
        self.assertEqual(len(self.details.get_by_label("Value", exact=True).input_value()), 100_000)


HOSTILE = [
    "<script>document.title='hacked'</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>",
    "\"><script>alert(1)", "'><img src=x onerror=alert(1)>", "javascript:alert(1)", "</li></ul><h1>x",
    "&lt;b&gt;&amp;&#60;", "{{constructor}}", "${alert(1)}", "`${alert(1)}`", "<!--", "]]>", "<style>*{display:none}",
    "\u202egnp\u202c", "\u2066\u2069\u200f\u200e", "مرحبا", "שלום 123", "\ufeffbom", "\u200bzero\u200b", "\u00adsoft",
    "a\u0301\u0302\u0303" * 20, "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A", "👩‍👩‍👧‍👦", "\U000e0041tag", "\ufff9x\ufffa", "\u2028\u2029", " ", "  lead and trail  ",
    "'", '"', "\"'\"", "\\", "\\\"", "\\u0041", "%2F%00", "%", "?auth=x&y", "a&b=c", "+", "__proto__",
    "constructor", "toString", "hasOwnProperty", "length", "node", "null", "true", "undefined", "NaN",
    "-0", "00", "1e3", "2147483647", "2147483648", "-2147483648", "x" * 700, "😀" * 150, "\U0010ffff", "\ufdd0",
    "null,\"", "*", "(", ")", ";", "|", "~", "@", ",", "^", "<", ">", "=", "!", "-", "_", "`", "{", "}", ":",
    "onclick", "href", "innerHTML", "id=tree", "<a href=//evil.example>x</a>",
    "<iframe srcdoc=x>", "<base href=x>", "<meta http-equiv=refresh content=0>", "<form><input name=tree>",
    "<body onload=alert(1)>", "<math><mi>", "<template>", "<details open ontoggle=alert(1)>", "<input autofocus onfocus=alert(1)>",
    "\ud7ff", "\ue000", "ﷺ﷽", "𝕏𝔸", "İıſK", "ß", "\u0600\u06dd", "\u180e", "\u115f\u3164\uffa0", "fi", "\U0001f3f4\U000e0067\U000e007f",
]


class HostileTests(PageTest):
    def test_keys_and_values_are_text(self):
        keys = [key.replace("/", "／").replace(".", "·").replace("$", "＄").replace("[", "(").replace("]", ")")
                .replace("#", "＃") for key in HOSTILE]
        self.assertGreaterEqual(len(set(keys)), 100)
        data = dict(zip(keys, HOSTILE))
        self.server.put(["all"], data)
        self.assertEqual(self.server.get(["all"]), data)
        self.show("all")
        more = self.page.get_by_label("More children")
        more.click()
        expect(more).to_have_count(0)
        rows = self.page.locator("#tree li li > .row")
        expect(rows).to_have_count(len(data))
        # As the person sees them, with invisible characters spelled out; nothing is lost, nothing is markup.
        shown = rows.evaluate_all("""rows => rows.map(row => {
            const [key, value] = [row.querySelector('.key'), row.querySelector('.value')];
            return [key, value].map(e => [...e.childNodes].map(n => n.className === 'escape'
                ? (n.textContent.startsWith('U+') ? String.fromCodePoint(parseInt(n.textContent.slice(2), 16)) : n.textContent)
                : n.textContent).join(''));
        })""")
        cut = lambda text: text if len(text.encode()) <= 300 else text[:300]
        self.assertEqual({key: value for key, value in shown}, {key: cut(value) for key, value in data.items()})
        self.check_page()
        for key in data:
            self.page.evaluate("key => [...document.querySelectorAll('#tree li li')].find(li => li.node.key === key).querySelector('.row').click()", key)
            self.assertEqual(self.page.evaluate("document.querySelector('#tree').querySelector('[aria-selected=true]').node.key"), key)
            expect(self.details.get_by_label("Value", exact=True)).to_have_value(data[key])
        self.check_page()
        self.assertEqual(self.server.get(["all"]), data)

    def test_each_key_is_a_place(self):
        for key in ["<b>", "%2F", "?auth=x", "a&b", "'", "\"", "\u202eabc", "😀", "+ +", "__proto__", "\\"]:
            self.server.put([key], {key: "x"})
            self.show(key)
            expect(self.page.locator("#tree li li > .row > .value")).to_have_text("x")
            self.items().nth(1).click()
            self.details.get_by_label("Value", exact=True).fill("y")
            self.details.get_by_role("button", name="Save").click()
            expect(self.details).to_contain_text("Saved.")
            self.assertEqual(self.server.get([key, key]), "y")
            call = self.details.locator("code").last.inner_text()
            self.assertEqual(subprocess.run(["sh", "-c", call], capture_output=True, text=True).stdout, '"y"')
            self.page.goto("about:blank")
        self.check_page()

    def check_page(self):
        if not self.page.url.startswith("http"):
            return
        tags = self.page.locator("#tree *, #details *").evaluate_all("all => [...new Set(all.map(e => e.localName))]")
        self.assertLessEqual(set(tags), {
            "li", "ul", "div", "span", "section", "h2", "p", "a", "button", "form", "textarea", "select", "option",
            "code", "input", "label", "datalist"})
        self.assertEqual(self.page.locator("script").count(), 1)
        self.assertNotEqual(self.page.title(), "hacked")


class QueryTests(PageTest):
    files = {
        "schema.json": '{ "players": { "<id>": { "name": "String", "score": "Int" } } }',
        "rules.json": '{ "rules": { "players": { ".indexOn": "score" } } }',
    }

    def setUp(self):
        self.inputs = tempfile.TemporaryDirectory()
        self.addCleanup(self.inputs.cleanup)
        for name, text in self.files.items():
            with open(f"{self.inputs.name}/{name}", "w") as file:
                file.write(text)
        self.arguments = (
            "--schema", f"{self.inputs.name}/schema.json", "--rules", f"{self.inputs.name}/rules.json")
        super().setUp()
        self.server.put(["players"], {f"p{n}": {"name": f"N{n}", "score": n * 7 % 10} for n in range(10)})

    def ask(self, order, child=None, lower=None, upper=None, end="limitToFirst", limit="50"):
        form = self.page.locator("#query")
        form.locator("[name=order]").select_option(order)
        if child is not None:
            form.locator("[name=child]").fill(child)
        for name, bound in (("lower", lower), ("upper", upper)):
            if bound:
                form.locator(f"[name={name}]").select_option(bound[0])
                form.locator(f"[name={name}Bound]").fill(bound[1])
        form.locator("[name=end]").select_option(end)
        form.locator("[name=limit]").fill(limit)
        form.get_by_role("button", name="Show").click()

    def test_a_query_shows_children_and_calls(self):
        self.show("players")
        self.page.get_by_role("button", name="Query").click()
        self.ask("child", "score", ("startAt", "5"), ("endAt", "8"), "limitToLast", "3")
        calls = self.page.locator("#calls code")
        expect(calls).to_have_count(2)
        self.assertEqual(
            calls.first.inner_text(),
            r"database.children(of: Path().players).ordered(by: \.score).starting(at: 5).ending(at: 8).last(3)")
        self.assertEqual(self.keys(), ["p8", "p1", "p4"])
        output = subprocess.run(
            ["sh", "-c", calls.last.inner_text().replace(".json?", ".json?auth=owner&")], capture_output=True, text=True).stdout
        self.assertEqual(set(json.loads(output)), {"p8", "p1", "p4"})
        self.server.put(["players", "p0", "score"], 8)
        expect(self.page.locator("#tree li li")).to_have_count(3)
        expect(self.row("p0")).to_be_visible()
        self.assertEqual(self.keys(), ["p1", "p0", "p4"])
        # The address has the query.
        self.page.reload()
        expect(self.row("p0")).to_be_visible()
        expect(self.page.locator("[name=lowerBound]")).to_have_value("5")
        self.page.get_by_role("button", name="All children").click()
        expect(self.page.locator("#tree li li")).to_have_count(10)

    def test_a_query_without_an_index_says_so(self):
        self.show("players")
        self.page.get_by_role("button", name="Query").click()
        self.ask("child", "name", ("equalTo", "N3"))
        expect(self.page.locator("#problem")).to_contain_text('Index not defined, add ".indexOn": "name"')
        self.ask("key", None, ("startAfter", "p7"))
        expect(self.page.locator("#problem")).to_be_hidden()
        expect(self.row("p8")).to_be_visible()
        self.assertEqual(self.keys(), ["p8", "p9"])
        self.ask("key", None, ("startAt", "p7"), None, "limitToFirst", "x")
        expect(self.page.locator("#problem")).to_contain_text("limitToFirst must be an integer")


class RulesTests(PageTest):
    arguments = ("--rules", f"{CHAT}/database.rules.json", "--schema", f"{CHAT}/chat.paths.json")

    def setUp(self):
        super().setUp()
        self.server.put(["chatrooms"], CHATROOMS)

    def test_rules_are_seen_at_work(self):
        self.show("chatrooms", "firechat")
        expect(self.row("name")).to_contain_text("Fire Chat")
        who = self.page.get_by_label("Look as")
        who.select_option("nobody")
        expect(self.row("name")).to_contain_text("not readable")
        expect(self.page.locator("#tree")).to_contain_text("auth != null")
        self.assertNotIn("Fire Chat", self.page.content())
        who.select_option("user")
        expect(self.row("name")).to_contain_text("Fire Chat")
        self.row("name").click()
        self.details.get_by_label("Value", exact=True).fill("Ana's")
        self.details.get_by_role("button", name="Save").click()
        expect(self.details).to_contain_text("Permission denied")
        expect(self.details).to_contain_text("auth.token.admin === true")
        expect(self.details).to_contain_text("auth.token.admin is null")
        self.assertEqual(self.server.get(["chatrooms", "firechat", "name"]), "Fire Chat")
        claims = self.page.get_by_label("Claims, as JSON")
        claims.fill("{")
        claims.press("Enter")
        expect(self.page.locator("#problem")).to_contain_text("Claims are a JSON object")
        claims.fill('{"admin": true}')
        claims.press("Enter")
        self.row("name").click()
        self.details.get_by_label("Value", exact=True).fill("Ana's")
        self.details.get_by_role("button", name="Save").click()
        expect(self.row("name")).to_contain_text("Ana's")
        self.assertEqual(self.server.get(["chatrooms", "firechat", "name"]), "Ana's")

    def test_a_refused_removal_is_explained(self):
        self.show("chatrooms", "firechat", "messages")
        self.page.get_by_label("Look as").select_option("user")
        self.row("-NbAxq2").click()
        self.details.get_by_role("button", name="Remove").click()
        self.details.get_by_role("button", name="Remove all of it").click()
        expect(self.details).to_contain_text("data.child('author').val() is \"ben\"")
        self.page.get_by_label("User ID").fill("ben")
        self.page.get_by_role("button", name="Look", exact=True).click()
        self.row("-NbAxq2").click()
        self.details.get_by_role("button", name="Remove").click()
        self.details.get_by_role("button", name="Remove all of it").click()
        expect(self.row("-NbAxq2")).to_have_count(0)


class SafetyTests(PageTest):
    def test_another_page_reads_and_writes_nothing(self):
        self.server.put(["a"], 1)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><title>other</title>")

            def log_message(self, *_):
                pass

        other = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        self.page.goto(f"http://127.0.0.1:{other.server_port}/")
        results = self.page.evaluate("""async (url) => {
            const tries = [
                () => fetch(url + '/a.json?auth=owner'),
                () => fetch(url + '/a.json?auth=owner', { method: 'PUT', body: '2' }),
                () => fetch(url + '/a.json?auth=owner', { method: 'POST', body: '2', mode: 'no-cors' }),
                () => fetch(url + '/.page/children/a.json?auth=owner'),
                () => import(url + '/.page/app.js'),
                () => new Promise((_, reject) => {
                    new EventSource(url + '/.page/changes?auth=owner').onerror = reject;
                }),
            ];
            return Promise.all(tries.map(one => one().then(r => r?.type ?? 'read', () => 'refused')));
        }""", self.server.url)
        self.assertEqual(results, ["refused", "refused", "opaque", "refused", "refused", "refused"])
        frame = self.page.evaluate("""(url) => new Promise(done => {
            const frame = document.createElement('iframe');
            frame.onload = () => { try { done(frame.contentDocument ? 'readable' : 'closed'); } catch { done('closed'); } };
            frame.src = url;
            document.body.append(frame);
        })""", self.server.url)
        self.assertEqual(frame, "closed")
        self.assertEqual(self.server.get(["a"]), 1)
        other.shutdown()
        other.server_close()
        self.assertTrue(self.complaints)
        self.complaints = []

    def test_code_inside_of_the_page_does_not_run(self):
        self.show()
        for code in [
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=window.hacked=1>')",
            "const s = document.createElement('script'); s.append('window.hacked=1'); document.body.append(s)",
            "const s = document.createElement('script'); s.src = 'data:,window.hacked=1'; document.body.append(s)",
            "document.body.setAttribute('onclick', 'window.hacked=1'); document.body.click()",
            "location.href = 'javascript:window.hacked=1'",
        ]:
            try:
                self.page.evaluate(f"() => {{ {code} }}")
            except Error:
                pass  # Refused at once.
        self.page.wait_for_timeout(100)
        self.assertIsNone(self.page.evaluate("window.hacked ?? null"))
        self.complaints = []


class ReadmeTests(PageTest):
    """The commands of the README, in a clone of the repository."""

    def test_a_message_of_the_chat_appears(self):
        with open(f"{REPOSITORY}/README.md") as file:
            section = file.read().split("## See the data\n")[1].split("\n## ")[0]
        start, say = [shlex.split(line[2:]) for line in section.splitlines() if line.startswith("$ ")]
        # Not at the port of the README, where a server may be.
        server = subprocess.Popen(
            [*start, "--port", "0"], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
        try:
            line = next(line for line in server.stdout if line.startswith("listening at "))
            self.page.goto(line.split()[-1])
            expect(self.page.locator("#status")).to_have_text("live")
            address = "http://127.0.0.1:9000"
            self.assertEqual(say.count(address), 1)
            say[say.index(address)] = line.split()[-1]
            subprocess.run(say, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
            for place in (["chatrooms"], ["chatrooms", "firechat"], ["chatrooms", "firechat", "messages"]):
                self.open(*place)
            subprocess.run(say, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
            messages = self.item("chatrooms", "firechat", "messages").locator("> ul > li")
            expect(messages).to_have_count(2)
            expect(messages.last).to_contain_text("Is anyone here?")
            expect(messages.last.locator(".type")).to_have_text("Message")
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


@unittest.skipUnless(SCREENSHOTS, "no screenshots are wanted")
class Screenshots(PageTest):
    port = 9000
    arguments = ("--schema", f"{CHAT}/chat.paths.json", "--rules", f"{CHAT}/database.rules.json")

    def test_light_and_dark(self):
        self.server.put(["chatrooms"], CHATROOMS)
        os.makedirs(SCREENSHOTS, exist_ok=True)
        for scheme in ("light", "dark"):
            self.context.close()
            self.open_context(color_scheme=scheme)
            self.page.set_viewport_size({"width": 1060, "height": 500})
            self.show()
            for place in (["chatrooms"], ["chatrooms", "firechat"], ["chatrooms", "firechat", "messages"],
                          ["chatrooms", "lobby"]):
                self.open(*place)
                expect(self.item(*place).locator("> ul > li").first).to_be_visible()
            self.row("chatrooms", "lobby", "name").click()
            self.server.put(["chatrooms", "firechat", "messages", f"-NbAxq{3 + (scheme == 'dark')}"],
                            {"author": "cleo", "text": "Save me a piece", "sentAt": 1700000009000})
            expect(self.page.locator("#tree")).to_contain_text("Save me a piece")
            self.page.screenshot(path=f"{SCREENSHOTS}/database-{scheme}.png")
            self.server.request("DELETE", ["chatrooms", "firechat", "messages", f"-NbAxq{3 + (scheme == 'dark')}"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
