"""Holds recorded answers against Stripe's published description.

python stripe_answers.py SPEC RECORD    one line for each kind of difference, and at the end how many answers were looked at
"""
import json
import re
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

spec_file, record_file = sys.argv[1:]


def plain(schema):
    """The same in JSON Schema: what is nullable may be null, whatever its type, alternatives or words."""
    if isinstance(schema, list):
        return [plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    rest = {name: plain(value) for name, value in schema.items() if name != "nullable" or value is not True}
    return {"anyOf": [{"type": "null"}, rest]} if schema.get("nullable") is True else rest


with open(spec_file, encoding="utf8") as file:
    spec = plain(json.load(file))
registry = Registry().with_resource("urn:stripe", Resource.from_contents(spec, default_specification=DRAFT202012))
paths = [
    (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path, item) for path, item in spec["paths"].items()
]
validators = {}


def operation_of(method, path):
    """The most literal of the paths that fit: /v1/account is no /v1/{id}."""
    fitting = [each for each in paths if each[0].match(path) and method.lower() in each[2]]
    return min(fitting, key=lambda each: each[1].count("{"), default=None)


def validator_of(method, path):
    pointer = path.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    key = f"urn:stripe#/paths/{pointer}/{method.lower()}/responses/200/content/application~1json/schema"
    if key not in validators:
        validators[key] = Draft202012Validator({"$ref": key}, registry=registry)
    return validators[key]


def causes(error):
    """Of the alternatives of a field, the one that was meant: the one that has least against it."""
    if not error.context:
        return [error]
    by_branch = {}
    for each in error.context:
        by_branch.setdefault(each.schema_path[0], []).append(each)
    # An object was no text that is wrong: the alternative of its own type was meant.
    typed = [b for b in by_branch.values() if not any(e.validator == "type" and not e.relative_path for e in b)]
    best = min(typed or by_branch.values(), key=len)
    return [cause for each in best for cause in causes(each)]


looked = 0
found = {}
with open(record_file, encoding="utf8") as lines:
    for line in lines:
        request = json.loads(line)
        if request["status"] != 200:
            continue
        looked += 1
        operation = operation_of(request["method"], request["path"])
        if operation is None:
            found.setdefault(f"{request['method']} {request['path']}: is not in the description", None)
            continue
        for error in validator_of(request["method"], operation[1]).iter_errors(json.loads(request["answer"])):
            for cause in causes(error):
                place = "/".join("*" if isinstance(part, int) else str(part) for part in cause.absolute_path)
                found.setdefault(f"{request['method']} {operation[1]} {place}: {cause.message[:160]}", None)
for line in found:
    print(line)
print(f"looked {looked}")
