"""A browser for each test, in which the page may not complain.

    <test> <browser> <program> [<folder for screenshots>]
"""

import os
import sys
import unittest

from playwright.sync_api import expect, sync_playwright

BROWSER, PROGRAM = sys.argv.pop(1), os.path.abspath(sys.argv.pop(1))
SCREENSHOTS = sys.argv.pop(1) if "/" in "".join(sys.argv[1:2]) else None

# Time is not measured: a slow machine only takes longer.
expect.set_options(timeout=30_000)


class BrowserTest(unittest.TestCase):
    """Each test has a browser's context of its own."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        options = [] if hasattr(os, "geteuid") and os.geteuid() != 0 else ["--no-sandbox"]
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=options)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.complaints = []
        self.open_context()

    def tearDown(self):
        self.context.close()
        self.assertEqual(self.complaints, [])

    def open_context(self, **options):
        self.context = self.browser.new_context(
            viewport={"width": 1100, "height": 640}, **options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("console", self.note)

    def note(self, message):
        """Takes a message of the page's console for a complaint."""
        self.complaints.append(message.text)
