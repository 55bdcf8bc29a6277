"""Prints what Python makes of values and texts, for the tests beside it.

Input, JSON: {"values": [tagged, ...], "texts": [text, ...]}.
Output, JSON: {"printed": [[text, ...], ...], "read": [{"value": tagged} or {"refused": error}, ...]}.
A tagged value is null, true, false or a string, or one of {"int": digits}, {"float": digits}, {"bytes": latin1},
{"list": [...]}, {"tuple": [...]}, {"set": [...]}, {"dict": [[key, value], ...]}.
"""

import ast
import json
import pprint
import sys
import warnings


def untag(tagged):
    if not isinstance(tagged, dict):
        return tagged
    ((kind, content),) = tagged.items()
    if kind == "int":
        return int(content)
    if kind == "float":
        return float(content)
    if kind == "bytes":
        return content.encode("latin-1")
    if kind == "dict":
        return {untag(key): untag(value) for key, value in content}
    return {"list": list, "tuple": tuple, "set": set}[kind](map(untag, content))


def tag(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    kind = type(value).__name__
    if kind in ("int", "float"):
        return {kind: repr(value)}
    if kind == "bytes":
        return {kind: value.decode("latin-1")}
    if kind == "dict":
        return {kind: [[tag(key), tag(item)] for key, item in value.items()]}
    if kind in ("list", "tuple", "set"):
        return {kind: [tag(item) for item in value]}
    raise ValueError(kind)


def read(text):
    try:
        return {"value": tag(ast.literal_eval(text))}
    except Exception as error:
        return {"refused": type(error).__name__}


def texts_of(value):
    return [repr(value), ascii(value), pprint.pformat(value, width=20)]


warnings.simplefilter("ignore")
sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
asked = json.load(sys.stdin)
printed = [texts_of(untag(tagged)) for tagged in asked["values"]]
json.dump({"printed": printed, "read": [read(text) for text in asked["texts"]]}, sys.stdout)
