"""Uses one emulator with Google's Python client and with FirestoreEngine.

    test_together.py <firestore-client>

Needs the package google-cloud-firestore, and FIRESTORE_EMULATOR_HOST.
"""

import datetime
import json
import subprocess
import sys
import threading
import unittest
import uuid

from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore

CLIENT = sys.argv.pop(1)
UTC = datetime.timezone.utc


class Together(unittest.TestCase):
    def setUp(self):
        self.project = "test-" + uuid.uuid4().hex[:16]
        self.client = firestore.Client(project=self.project, credentials=AnonymousCredentials())

    def tearDown(self):
        self.client.close()

    def swift(self, *arguments):
        """Starts the Swift client, which is ended with the test."""
        process = subprocess.Popen(
            [CLIENT, self.project, *arguments], stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_swift(self, *arguments):
        output, _ = (process := self.swift(*arguments)).communicate(timeout=120)
        self.assertEqual(process.returncode, 0)
        return output

    def get(self, place):
        return json.loads(self.run_swift("get", place))

    def set(self, place, value):
        self.run_swift("set", place, json.dumps(value))

    def document(self, place):
        return self.client.document(place).get().to_dict()

    VALUES = {
        "text": "é 😀 \u0001 \" \\",
        "empty": "",
        "int": 2**53 + 1,
        "least": -(2**63),
        "double": 0.1,
        "tiny": 5e-324,
        "great": 1.7976931348623157e308,
        "yes": True,
        "no": False,
        "deep": {"a b": {"`\\": {"x": 1}}},
        "名": "日本語",
    }

    def test_google_reads_what_the_engine_writes(self):
        self.set("all/a", self.VALUES)
        self.assertEqual(self.document("all/a"), self.VALUES)
        self.set("all/a/deep", {"other": [1, 2]})
        self.set("all/a/new/x", 1.5)
        expected = {
            **self.VALUES,
            "deep": {"other": {"0": 1, "1": 2}},
            "new": {"x": 1.5},
        }
        self.assertEqual(self.document("all/a"), expected)
        self.run_swift("remove", "all/a/new/x")
        expected["new"] = {}
        self.assertEqual(self.document("all/a"), expected)
        self.run_swift("remove", "all/a")
        self.assertIsNone(self.document("all/a"))

    def test_the_engine_reads_what_google_writes(self):
        self.client.document("all/a").set(self.VALUES)
        self.assertEqual(self.get("all/a"), self.VALUES)
        self.client.document("all/b").set(
            {
                "null": None,
                "list": [1, None, {"x": "y"}, 2.0],
                "map": {},
                "bytes": b"\x00\xff",
                "point": firestore.GeoPoint(1.5, 0),
                "reference": self.client.document("all/a"),
                "nan": float("nan"),
                "infinity": float("inf"),
            }
        )
        name = f"projects/{self.project}/databases/(default)/documents/all/a"
        self.assertEqual(
            self.get("all/b"),
            {
                "list": {"0": 1, "2": {"x": "y"}, "3": 2},
                "bytes": "AP8=",
                "point": {"latitude": 1.5, "longitude": 0},
                "reference": name,
                "nan": "NaN",
                "infinity": sys.float_info.max,
            },
        )
        self.assertEqual(self.get("all/b/list/2/x"), "y")
        self.assertEqual(set(self.get("all")), {"a", "b"})

    def test_times_are_timestamps(self):
        moment = datetime.datetime(2026, 2, 28, 23, 59, 59, 123_000, UTC)
        milliseconds = int(moment.timestamp() * 1000)
        self.set("all/a", {"at": milliseconds, "other": milliseconds})
        document = self.document("all/a")
        self.assertEqual(document["at"], moment)
        self.assertEqual(document["other"], milliseconds)
        earlier = datetime.datetime(1, 1, 1, 0, 0, 0, 0, UTC)
        self.client.document("all/b").set({"at": earlier, "other": moment})
        self.assertEqual(
            self.get("all/b"), {"at": -62135596800000, "other": milliseconds}
        )
        query = self.client.collection("all").order_by("at")
        self.assertEqual([each.id for each in query.stream()], ["b", "a"])

    def test_names_are_the_same(self):
        ids = ["a b", "é", "e\u0301", "%2F", "😀", "x`y", "\"", "*", "~", "(x)"]
        for number, name in enumerate(ids):
            self.set(f"all/{name}", {"n": number})
        found = {each.id: each.to_dict()["n"] for each in self.client.collection("all").stream()}
        self.assertEqual(found, {name: number for number, name in enumerate(ids)})
        self.set("all/é/below/😀", {"n": 1})
        self.assertEqual(self.document("all/é/below/😀"), {"n": 1})
        self.assertEqual(self.document("all/é"), {"n": 1})

    def test_transactions_of_both_lose_nothing(self):
        counters = [self.swift("count", "all/a/n", "20") for _ in range(2)]
        reference = self.client.document("all/a")

        @firestore.transactional
        def add(transaction):
            snapshot = reference.get(transaction=transaction)
            count = (snapshot.to_dict() or {}).get("n", 0)
            transaction.set(reference, {"n": count + 1}, merge=True)

        done = 0
        while done < 5:
            try:
                add(self.client.transaction())
                done += 1
            except Exception as error:  # Contention: too many attempts.
                if "contention" not in str(error) and "attempts" not in str(error):
                    raise
        for counter in counters:
            self.assertEqual(counter.wait(timeout=240), 0)
        self.assertEqual(self.document("all/a"), {"n": 45})

    def test_increments_of_both_add_up(self):
        counter = self.swift("increment", "all/a/n", "25")
        for _ in range(25):
            self.client.document("all/a").set({"n": firestore.Increment(1)}, merge=True)
        self.assertEqual(counter.wait(timeout=120), 0)
        self.assertEqual(self.document("all/a"), {"n": 50})

    def test_each_sees_the_others_writes(self):
        lines = iter(self.swift("watch", "all/a").stdout.readline, "")
        self.assertEqual(next(lines), "null\n")
        self.client.document("all/a").set({"n": 1})
        self.assertEqual(json.loads(next(lines)), {"n": 1})
        seen = threading.Event()

        def note(documents, changes, time):
            if any(each.to_dict() == {"n": 2} for each in documents):
                seen.set()

        watch = self.client.document("all/a").on_snapshot(note)
        self.addCleanup(watch.unsubscribe)
        self.set("all/a/n", 2)
        self.assertTrue(seen.wait(60))
        self.assertEqual(json.loads(next(lines)), {"n": 2})


if __name__ == "__main__":
    unittest.main()
