"""Uses one server with the official Python client and with FirebaseEngine at the same time.

    test_together.py <realtime-database-server> <firebase-client>

Needs the package firebase-admin.
"""

import subprocess
import sys
import threading
import unittest

CLIENT = sys.argv.pop(2)

import test_server  # noqa: E402  takes the server's path from the arguments


class Together(test_server.ServerTest):
    def swift(self, *arguments):
        """Starts the Swift client, which is ended with the test."""
        process = subprocess.Popen(
            [CLIENT, self.url + "?ns=example", *arguments], stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_swift(self, *arguments):
        output, _ = (process := self.swift(*arguments)).communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        return output.split("\n")[:-1]

    def test_transactions_of_both_lose_nothing(self):
        counters = [self.swift("count", "n", "25") for _ in range(2)]

        def count():
            reference = self.reference("/n", app=self.app)
            done = 0
            while done < 25:
                try:
                    reference.transaction(lambda current: (current or 0) + 1)
                    done += 1
                except test_server.db.TransactionAbortedError:
                    pass  # It lost 25 times, and begins anew.

        threads = [threading.Thread(target=count) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        for counter in counters:
            self.assertEqual(counter.wait(60), 0)
        self.assertEqual(self.reference("/n").get(), 100)

    def test_each_reads_what_the_other_writes(self):
        self.run_swift("set", "text", "é😀 \" \\ %")
        self.assertEqual(self.reference("/text").get(), "é😀 \" \\ %")
        self.assertEqual(self.reference().get(), {"text": "é😀 \" \\ %"})

    def test_keys_of_both_are_in_order(self):
        self.reference("/list").push("python 0")
        self.run_swift("push", "list", "3")
        self.reference("/list").push("python 1")
        self.assertEqual(
            list(self.reference("/list").order_by_key().get().values()),
            ["python 0", "swift 0", "swift 1", "swift 2", "python 1"],
        )

    def test_swift_sees_what_python_writes(self):
        watch = self.swift("watch", "a")
        self.assertEqual(watch.stdout.readline(), "nothing\n")
        for value, seen in [
            ({"b": [1, None, 2.5], "c": True}, '{"b": {"0": 1, "2": 2.5}, "c": true}'),
            ("text", '"text"'),
        ]:
            self.reference("/a").set(value)
            self.assertEqual(watch.stdout.readline(), seen + "\n")
        self.reference("/a").delete()
        self.assertEqual(watch.stdout.readline(), "nothing\n")
        self.reference("/a").update({"x/y": 1, "z": False})
        self.assertEqual(watch.stdout.readline(), '{"x": {"y": 1}, "z": false}\n')

    def test_python_sees_what_swift_writes(self):
        events = []
        arrived = threading.Condition()

        def on_event(event):
            with arrived:
                events.append((event.event_type, event.path, event.data))
                arrived.notify()

        registration = self.reference("/a").listen(on_event)
        self.addCleanup(registration.close)
        with arrived:
            self.assertTrue(arrived.wait_for(lambda: len(events) == 1, 10))
        self.run_swift("set", "a", "hello")
        self.run_swift("count", "other", "1")
        with arrived:
            self.assertTrue(arrived.wait_for(lambda: len(events) == 2, 10), events)
        self.assertEqual(events, [("put", "/", None), ("put", "/", "hello")])


def load_tests(loader, _, __):
    return loader.loadTestsFromTestCase(Together)


if __name__ == "__main__":
    unittest.main(verbosity=1)
