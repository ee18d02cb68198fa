"""Compares the verdicts of Schemas/paths.schema.json with those that the tables of examples say.

The other half, that the compiler's verdicts are these, too, is EditorSchemaTests.swift.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = REPOSITORY / "Tests" / "Compiler" / "SchemaExamples"


def read(file):
    return json.loads(file.read_text(encoding="utf-8"))


def table(name):
    """The schemas of a table, each with where it is from."""
    file = EXAMPLES / f"{name}.jsonl"
    lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [(f"{file}:{number}", json.loads(line)["schema"]) for number, line in enumerate(lines, 1)]


def disagreement(validator, place, schema, is_good):
    """What is wrong with the verdict on a schema; None if nothing is."""
    error = best_match(validator.iter_errors(schema))
    if error is None:
        return None if is_good else f"{place} is accepted, and should not be"
    if is_good:
        return f"{place} is refused, and should not be, at {error.json_path}: {error.message}"
    return None


def main(folders):
    schema = read(REPOSITORY / "Schemas" / "paths.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)

    own = [file for file in REPOSITORY.glob("Schemas/*.json") if file.suffixes != [".schema", ".json"]]
    files = own + list(REPOSITORY.glob("Examples/**/*.paths.json"))
    for folder in folders:
        files += pathlib.Path(folder).glob("*.json")
    good = table("accepted") + table("rejected-by-compiler-only")
    bad = table("rejected")
    if not files or not good or not bad:
        sys.exit("FAILED: there are no examples")
    good += [(file, read(file)) for file in sorted(files)]

    verdicts = [disagreement(validator, *example, True) for example in good]
    verdicts += [disagreement(validator, *example, False) for example in bad]
    failures = [verdict for verdict in verdicts if verdict]
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"ok: the JSON Schema for editors accepts {len(good)} schemas and refuses {len(bad)}")


main(sys.argv[1:])
