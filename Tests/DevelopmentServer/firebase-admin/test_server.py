"""Uses everything that the official Python client has against realtime-database-server.

    test_server.py <realtime-database-server>

Needs the package firebase-admin. Starts the server itself, on a free port.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import firebase_admin
import requests
from firebase_admin import db, exceptions

SERVER = sys.argv.pop(1)
SCORES = {"ana": 3, "bea": 1, "cid": 2, "dan": 2}
DINOSAURS = {
    "bruhathkayosaurus": {"height": 25, "order": "saurischia"},
    "lambeosaurus": {"height": 2.1, "order": "ornithischia"},
    "linhenykus": {"height": 0.6, "order": "theropoda"},
    "pterodactyl": {"height": 0.6, "order": "pterosauria"},
    "stegosaurus": {"height": 4, "order": "ornithischia"},
    "triceratops": {"height": 3, "order": "ornithischia"},
}
RULES = {
    "rules": {
        ".read": "auth != null",
        ".write": "auth != null",
        "scores": {".indexOn": ".value"},
        "dinosaurs": {".indexOn": ["height", "size/length"]},
        "private": {".read": False},
        "public": {".read": True},
    }
}


class ServerTest(unittest.TestCase):
    """Each test has a server of its own, with nothing in it."""

    rules = "open"

    # A listener that is closed notices it when something arrives: here, twice a second.
    keep_alive = "0.5"

    def setUp(self):
        self.start()

    def start(self, *arguments):
        options = ["--port", "0", f"--{self.rules}", "--keep-alive", self.keep_alive]
        self.server = subprocess.Popen(
            [SERVER, *options, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.apps = []
        self.addCleanup(self.stop)
        self.url = self.server.stdout.readline().split()[-1]
        os.environ["FIREBASE_DATABASE_EMULATOR_HOST"] = self.url.removeprefix("http://")
        self.app = self.make_app()

    def make_app(self, **options):
        options["databaseURL"] = "https://example.firebaseio.com"
        app = firebase_admin.initialize_app(options=options, name=f"app {len(self.apps)}")
        self.apps.append(app)
        return app

    def reference(self, path="/", app=None):
        return db.reference(path, app=app or self.app)

    def put_rules(self, rules):
        return requests.put(
            self.url + "/.settings/rules.json",
            json=rules,
            headers={"Authorization": "Bearer owner"},
            timeout=10,
        )

    def stop(self):
        while self.apps:
            firebase_admin.delete_app(self.apps.pop())
        if self.server.returncode is None:
            self.server.terminate()
            try:
                self.assertEqual(self.server.wait(10), 0)
            finally:
                self.server.kill()
                self.server.stdout.close()


class ReadingAndWriting(ServerTest):
    def test_what_is_set_is_read(self):
        for value in [
            True, 0, -1, 2**53 + 1, 1.5, "", "é😀\n\"", "text",
            {"a": {"b": [1, 2, 3]}}, ["x", None, "y"], {"a b": 1, "100%": 2, "?&=+": 3},
        ]:
            self.reference("/value").set(value)
            self.assertEqual(self.reference("/value").get(), value)
        self.assertIsNone(self.reference("/nothing").get())

    def test_keys_are_percent_encoded(self):
        reference = self.reference("/a b/ü%/x=1&y/+")
        reference.set(1)
        self.assertEqual(reference.get(), 1)
        self.assertEqual(self.reference().get(), {"a b": {"ü%": {"x=1&y": {"+": 1}}}})

    def test_shallow_reads_have_keys_only(self):
        self.reference("/a").set({"b": {"c": 1}, "d": 2})
        self.assertEqual(self.reference("/a").get(shallow=True), {"b": True, "d": True})
        self.assertEqual(self.reference("/a/d").get(shallow=True), 2)

    def test_push_adds_in_order(self):
        keys = [self.reference("/list").push(number).key for number in range(20)]
        self.assertEqual(keys, sorted(keys))
        self.assertEqual(self.reference("/list").get(), dict(zip(keys, range(20))))
        self.assertEqual(self.reference("/list").push().get(), "")

    def test_update_sets_several_places(self):
        self.reference("/a").set({"b": 1, "c": {"d": 2, "e": 3}, "f": 4})
        self.reference("/a").update({"b": None, "c/d": 5, "g/h/i": [True]})
        self.assertEqual(
            self.reference("/a").get(),
            {"c": {"d": 5, "e": 3}, "f": 4, "g": {"h": {"i": [True]}}},
        )

    def test_delete_removes(self):
        self.reference("/a").set({"b": 1, "c": 2})
        self.reference("/a/b").delete()
        self.assertEqual(self.reference().get(), {"a": {"c": 2}})
        self.reference("/a/c").delete()
        self.assertIsNone(self.reference().get())

    def test_server_values_are_filled_in(self):
        before = time.time() * 1000 - 1
        counter = self.reference("/counter")
        counter.update({"count": {".sv": {"increment": 2}}, "at": {".sv": "timestamp"}})
        counter.update({"count": {".sv": {"increment": 0.5}}})
        value = counter.get()
        self.assertEqual(value["count"], 2.5)
        self.assertTrue(before <= value["at"] <= time.time() * 1000 + 1)


class ConditionalRequests(ServerTest):
    def test_a_tag_changes_with_what_is_below(self):
        reference = self.reference("/a")
        self.assertEqual(reference.get(etag=True), (None, "null_etag"))
        reference.set({"b": {"c": 1}})
        value, tag = reference.get(etag=True)
        self.assertEqual(value, {"b": {"c": 1}})
        self.assertEqual(reference.get_if_changed(tag), (False, None, None))
        self.reference("/a/b/c").set(2)
        changed, value, new_tag = reference.get_if_changed(tag)
        self.assertEqual((changed, value), (True, {"b": {"c": 2}}))
        self.assertNotEqual(new_tag, tag)

    def test_a_conditional_write_needs_the_current_tag(self):
        reference = self.reference("/a")
        done, value, tag = reference.set_if_unchanged("null_etag", 1)
        self.assertEqual((done, value), (True, 1))
        self.assertEqual(reference.get(etag=True), (1, tag))
        self.assertEqual(reference.set_if_unchanged("null_etag", 2), (False, 1, tag))
        self.assertTrue(reference.set_if_unchanged(tag, 3)[0])
        self.assertEqual(reference.get(), 3)

    def test_transactions_under_contention_lose_nothing(self):
        def count():
            reference = self.reference("/count", app=self.app)
            for _ in range(10):
                reference.transaction(lambda current: (current or 0) + 1)

        threads = [threading.Thread(target=count) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.reference("/count").get(), 40)

    def test_a_transaction_can_be_given_up(self):
        def give_up(_):
            raise ValueError("no")

        self.reference("/a").set(1)
        with self.assertRaises(ValueError):
            self.reference("/a").transaction(give_up)
        self.assertEqual(self.reference("/a").get(), 1)


class Queries(ServerTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.put_rules(RULES).json(), {"status": "ok"})
        self.reference("/scores").set(SCORES)
        self.reference("/dinosaurs").set(DINOSAURS)

    def keys(self, query):
        return list(query.get())

    def test_by_key(self):
        scores = self.reference("/scores")
        self.assertEqual(self.keys(scores.order_by_key()), ["ana", "bea", "cid", "dan"])
        self.assertEqual(self.keys(scores.order_by_key().limit_to_first(2)), ["ana", "bea"])
        self.assertEqual(self.keys(scores.order_by_key().limit_to_last(1)), ["dan"])
        self.assertEqual(
            self.keys(scores.order_by_key().start_at("b").end_at("cid")), ["bea", "cid"]
        )
        self.assertEqual(self.keys(scores.order_by_key().equal_to("ana")), ["ana"])

    def test_by_value(self):
        scores = self.reference("/scores")
        self.assertEqual(self.keys(scores.order_by_value()), ["bea", "cid", "dan", "ana"])
        self.assertEqual(self.keys(scores.order_by_value().limit_to_first(2)), ["bea", "cid"])
        self.assertEqual(self.keys(scores.order_by_value().limit_to_last(2)), ["dan", "ana"])
        self.assertEqual(self.keys(scores.order_by_value().start_at(2)), ["cid", "dan", "ana"])
        self.assertEqual(self.keys(scores.order_by_value().end_at(1)), ["bea"])
        self.assertEqual(self.keys(scores.order_by_value().equal_to(2)), ["cid", "dan"])
        self.assertEqual(
            self.keys(scores.order_by_value().start_at(2).limit_to_first(1)), ["cid"]
        )
        self.assertEqual(self.keys(scores.order_by_value().equal_to("2")), [])

    def test_by_child(self):
        dinosaurs = self.reference("/dinosaurs")
        self.assertEqual(
            self.keys(dinosaurs.order_by_child("height").limit_to_first(3)),
            ["linhenykus", "pterodactyl", "lambeosaurus"],
        )
        self.assertEqual(
            self.keys(dinosaurs.order_by_child("height").start_at(3).end_at(4)),
            ["triceratops", "stegosaurus"],
        )
        self.assertEqual(
            self.keys(dinosaurs.order_by_child("height").equal_to(0.6).limit_to_last(1)),
            ["pterodactyl"],
        )

    def test_by_a_child_of_a_child(self):
        self.reference("/dinosaurs/stegosaurus/size").set({"length": 9})
        query = self.reference("/dinosaurs").order_by_child("size/length")
        self.assertEqual(self.keys(query.start_at(1)), ["stegosaurus"])

    def test_an_index_is_demanded(self):
        with self.assertRaises(exceptions.InvalidArgumentError) as caught:
            self.reference("/dinosaurs").order_by_child("weight").get()
        self.assertEqual(
            str(caught.exception),
            'Index not defined, add ".indexOn": "weight", for path "/dinosaurs", to the rules',
        )


class Listening(ServerTest):
    def listen(self, path, app=None):
        events = []
        arrived = threading.Condition()

        def on_event(event):
            with arrived:
                events.append((event.event_type, event.path, event.data))
                arrived.notify()

        def wait_for(count):
            with arrived:
                self.assertTrue(arrived.wait_for(lambda: len(events) >= count, 10), events)
            return list(events)

        registration = self.reference(path, app=app).listen(on_event)
        self.addCleanup(registration.close)
        return wait_for

    def test_each_write_is_an_event(self):
        self.reference("/a").set({"b": 1})
        wait_for = self.listen("/a")
        self.assertEqual(wait_for(1), [("put", "/", {"b": 1})])
        self.reference("/a/c/d").set([1, 2])
        self.reference("/a").update({"b": None, "c/e": 3})
        self.reference("/a/c").delete()
        self.reference().set({"a": "new"})
        self.reference("/elsewhere").set(1)
        self.reference("/a").delete()
        self.assertEqual(
            wait_for(6)[1:],
            [
                ("put", "/c/d", [1, 2]),
                ("patch", "/", {"b": None, "c/e": 3}),
                ("put", "/c", None),
                ("put", "/", "new"),
                ("put", "/", None),
            ],
        )


class DeniedByRules(ServerTest):
    rules = "deny"

    def test_the_administrator_may_do_anything(self):
        self.reference("/a").set(1)
        self.assertEqual(self.reference("/a").get(), 1)

    def test_nobody_else_may(self):
        nobody = self.make_app(databaseAuthVariableOverride=None)
        user = self.make_app(databaseAuthVariableOverride={"uid": "ana"})
        for app in [nobody, user]:
            reference = self.reference("/a", app=app)
            for attempt in [
                reference.get,
                lambda: reference.set(1),
                lambda: reference.update({"b": 1}),
                reference.push,
                reference.delete,
                lambda: reference.transaction(lambda _: 1),
                lambda: reference.listen(print),
            ]:
                with self.assertRaises(exceptions.UnauthenticatedError) as caught:
                    attempt()
                self.assertEqual(str(caught.exception), "Permission denied")
        self.assertIsNone(self.reference("/a").get())

    def test_rules_are_read_and_replaced(self):
        address = self.url + "/.settings/rules.json"
        owner = {"Authorization": "Bearer owner"}
        rules = requests.get(address, headers=owner, timeout=10)
        self.assertEqual(rules.json(), {"rules": {".read": False, ".write": False}})
        self.assertEqual(requests.get(address, timeout=10).status_code, 401)
        self.assertEqual(requests.put(address, json=RULES, timeout=10).status_code, 401)
        self.assertEqual(self.put_rules(RULES).json(), {"status": "ok"})
        self.assertEqual(requests.get(address, headers=owner, timeout=10).json(), RULES)

    def test_new_rules_are_obeyed(self):
        self.put_rules(RULES)
        nobody = self.make_app(databaseAuthVariableOverride=None)
        user = self.make_app(databaseAuthVariableOverride={"uid": "ana"})
        self.reference("/public", app=user).set(1)
        self.assertEqual(self.reference("/public", app=nobody).get(), 1)
        with self.assertRaises(exceptions.UnauthenticatedError):
            self.reference("/public", app=nobody).set(2)

    def test_rules_that_are_none_are_refused(self):
        self.assertEqual(self.put_rules({"no rules": 1}).status_code, 400)


class ForUsers(ServerTest):
    """Protected places, as in the client's own integration tests of its database module."""

    rules = "deny"
    protected = {
        "rules": {
            "_adminsdk": {
                "python": {
                    "$test": {
                        "admin": {".read": "auth == null", ".write": "auth == null"},
                        "user1": {
                            ".read": "auth.uid === 'user1'",
                            ".write": "auth.uid === 'user1'",
                        },
                        "user2": {
                            ".read": "auth.uid === 'user2'",
                            ".write": "auth.uid === 'user2'",
                        },
                        ".indexOn": ["height", ".value"],
                    }
                }
            }
        }
    }

    def setUp(self):
        super().setUp()
        self.assertEqual(self.put_rules(self.protected).status_code, 200)

    def reference_of(self, path, override):
        app = self.make_app(databaseAuthVariableOverride=override)
        return db.reference(f"/_adminsdk/python/protected/{path}", app)

    def test_nobody_has_what_nobody_may_have(self):
        self.reference_of("admin", None).set({"foo": "bar"})
        self.assertEqual(self.reference_of("admin", None).get(), {"foo": "bar"})
        for path in ["user1", "user2"]:
            with self.assertRaises(exceptions.UnauthenticatedError) as raised:
                self.reference_of(path, None).get()
            self.assertIn("Permission denied", str(raised.exception))

    def test_a_user_has_what_is_the_user_s(self):
        self.reference_of("user1", {"uid": "user1"}).set(1)
        self.assertEqual(self.reference_of("user1", {"uid": "user1"}).get(), 1)
        for path in ["admin", "user2"]:
            reference = self.reference_of(path, {"uid": "user1"})
            for call in [reference.get, reference.delete, lambda: reference.set(1)]:
                with self.assertRaises(exceptions.UnauthenticatedError):
                    call()

    def test_an_administrator_has_everything(self):
        for path in ["admin", "user1", "user2"]:
            reference = self.reference(f"/_adminsdk/python/protected/{path}")
            reference.set(path)
            self.assertEqual(reference.get(), path)

    def test_listeners_are_told_that_they_may_not(self):
        with self.assertRaises(exceptions.UnauthenticatedError):
            self.reference_of("user2", {"uid": "user1"}).listen(lambda event: None)

    def test_rules_are_read_back_and_errors_have_a_line_and_a_column(self):
        answer = self.put_rules({"rules": {".read": "auth.uid === $user"}})
        self.assertEqual(answer.status_code, 400)
        self.assertRegex(answer.json()["error"], r"^\d+:\d+: Unknown variable '\$user'\.$")
        self.test_a_user_has_what_is_the_user_s()


class InAFile(ServerTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "data.sqlite")
        self.start("--file", self.file)

    def test_what_is_written_is_there_after_a_restart(self):
        self.reference("/a").set({"b": [1, 2.5, True, "é"]})
        key = self.reference("/list").push("x").key
        tag = self.reference("/a").get(etag=True)[1]
        self.stop()
        self.start("--file", self.file)
        self.assertEqual(self.reference("/a").get(etag=True), ({"b": [1, 2.5, True, "é"]}, tag))
        self.assertEqual(self.reference("/list").get(), {key: "x"})

    def test_transactions_work(self):
        for number in range(3):
            self.reference("/n").transaction(lambda current: (current or 0) + 1)
            self.assertEqual(self.reference("/n").get(), number + 1)


class CommandLine(unittest.TestCase):
    def run_server(self, *arguments):
        return subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=10)

    def test_help_says_how_it_is_used(self):
        result = self.run_server("--help")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith("USAGE: realtime-database-server [--port <port>]"))

    def test_what_cannot_be_understood_is_an_error(self):
        for arguments, message in [
            (["--port"], "--port needs a value"),
            (["--port", "x"], "--port is a number from 0 to 65535, not 'x'"),
            (["--rules=deny"], "--rules is a file now; without rules, there is --deny"),
            (["token"], "token needs the ID of a user"),
            (["--keep-alive=-1"], "--keep-alive is a number of seconds, not '-1'"),
            (["extra"], "'extra' is no option; --help lists those there are"),
        ]:
            result = self.run_server(*arguments)
            self.assertEqual(result.returncode, 64)
            self.assertEqual(result.stderr, f"realtime-database-server: error: {message}\n")

    def test_it_ends_when_it_is_asked_to_however_early(self):
        for signal_number in [signal.SIGTERM, signal.SIGINT] * 5:
            server = subprocess.Popen([SERVER, "--port", "0"], stdout=subprocess.PIPE, text=True)
            self.assertTrue(server.stdout.readline().startswith("listening at http://127.0.0.1:"))
            server.send_signal(signal_number)
            self.assertEqual(server.wait(10), 0)
            server.stdout.close()

    def test_what_cannot_be_opened_is_an_error(self):
        result = self.run_server("--port", "0", "--file", "/nowhere/data.sqlite")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/nowhere/data.sqlite", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
