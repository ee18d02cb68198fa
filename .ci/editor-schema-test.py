"""Compares the verdicts of Schemas/paths.schema.json with those that the examples' folders say.

The other half, that the compiler's verdicts are these, too, is EditorSchemaTests.swift.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = REPOSITORY / "Tests" / "Examples"


def read(file):
    return json.loads(file.read_text(encoding="utf-8"))


def disagreement(validator, file, is_good):
    """What is wrong with the verdict on a file; None if nothing is."""
    error = best_match(validator.iter_errors(read(file)))
    if error is None:
        return None if is_good else f"{file} is accepted, and should not be"
    if is_good:
        return f"{file} is refused, and should not be, at {error.json_path}: {error.message}"
    return None


def main(folders):
    schema = read(REPOSITORY / "Schemas" / "paths.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)

    own = [file for file in REPOSITORY.glob("Schemas/*.json") if file.suffixes != [".schema", ".json"]]
    good = own + list(REPOSITORY.glob("Examples/**/*.paths.json"))
    for folder in ["accepted", "rejected-by-compiler-only"]:
        good += EXAMPLES.glob(f"{folder}/*.json")
    for folder in folders:
        good += pathlib.Path(folder).glob("*.json")
    bad = list(EXAMPLES.glob("rejected/*.json"))
    if not good or not bad:
        sys.exit("FAILED: there are no examples")

    verdicts = [disagreement(validator, file, True) for file in sorted(good)]
    verdicts += [disagreement(validator, file, False) for file in sorted(bad)]
    failures = [verdict for verdict in verdicts if verdict]
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"ok: the JSON Schema for editors accepts {len(good)} schemas and refuses {len(bad)}")


main(sys.argv[1:])
