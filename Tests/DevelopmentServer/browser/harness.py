"""A server and a browser for each test."""

import json
import os
import signal
import subprocess
import tempfile
import urllib.parse
import urllib.request

from browser import PROGRAM, SCREENSHOTS, BrowserTest, expect

REPOSITORY = os.path.dirname(os.path.abspath(__file__)) + "/../../.."
CHAT = f"{REPOSITORY}/Examples/ChatExample"


class Server:
    def __init__(self, port, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.arguments = ["--file", "data.sqlite", *arguments]
        self.start(port)

    def start(self, port=None):
        self.process = subprocess.Popen(
            [PROGRAM, "--port", str(self.port if port is None else port), *self.arguments],
            cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stdout.close()

    def address(self, place, **parameters):
        path = "/".join(urllib.parse.quote(key, safe="") for key in place)
        return f"{self.url}/{path}.json?" + urllib.parse.urlencode({"auth": "owner", **parameters})

    def request(self, method, place, value=None):
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(self.address(place), data=body, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def put(self, place, value):
        return self.request("PUT", place, value)

    def get(self, place):
        return self.request("GET", place)


class PageTest(BrowserTest):
    """Each test has a server of its own."""

    arguments = ()
    port = 0

    def setUp(self):
        self.server = Server(self.port, *self.arguments)
        self.addCleanup(self.server.folder.cleanup)
        self.addCleanup(self.server.stop)
        super().setUp()

    def note(self, message):
        # The browser itself reports answers such as 401, which tests ask for.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            super().note(message)

    # MARK: The page

    def show(self, *place, query=""):
        path = "/".join(urllib.parse.quote(key, safe="") for key in place)
        self.page.goto(f"{self.server.url}/#/{path}{query}")
        expect(self.page.locator("#status")).to_have_text("live")

    def items(self):
        return self.page.get_by_role("treeitem")

    def item(self, *place):
        """The tree's item at a place below its root."""
        item = self.page.locator("#tree > li")
        for key in place:
            item = item.locator("> ul > li").filter(
                has=self.page.locator(f"xpath=./div/*[contains(@class,'key')][.={quoted(key)}]"))
        return item

    def row(self, *place):
        return self.item(*place).locator("> .row")

    def open(self, *place):
        self.row(*place).locator(".twisty").click()

    def keys(self, *place):
        expect(self.item(*place)).to_have_attribute("aria-expanded", "true")
        expect(self.page.locator("[aria-busy]")).to_have_count(0)
        return self.item(*place).locator("> ul > li > .row > .key").all_inner_texts()

    @property
    def details(self):
        return self.page.locator("#details")


def quoted(text):
    """Returns a text as XPath has it, which knows no escapes."""
    parts = text.split('"')
    return f'"{text}"' if len(parts) == 1 else "concat(" + ",'\"',".join(f'"{part}"' for part in parts) + ")"
