# SPDX-License-Identifier: Apache-2.0
"""Keeps the generated requests short, and adds rules that the schema cannot express."""

import re

import schemathesis

TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.]+([Zz]|[+-][0-9:]+)")
INTERVAL = re.compile(r"([1-9][0-9]{2,3}ms|[1-9][0-9]?s?|[1-9]m)")


def whole_number(value, least, most):
    return bool(re.fullmatch(r"[0-9]{1,6}", str(value))) and least <= int(value) <= most


@schemathesis.hook
def before_call(context, case, kwargs):
    """Shortens streams and waits of minutes and hours. Only valid values are replaced, and by valid ones, so
    that invalid requests stay invalid."""
    query = dict(case.query or {})
    if whole_number(query.get("count"), 1, 3600):
        query["count"] = min(int(query["count"]), 3)
    if INTERVAL.fullmatch(str(query.get("interval"))):
        query["interval"] = "100ms"
    if case.operation.path == "/histogram/diff":
        if "base" in query and whole_number(query.get("seconds"), 1, 300):
            # One of the two, never both: JSON Schema cannot express it across parameters.
            del query["seconds"]
        elif "base" not in query and ("seconds" not in query or whole_number(query["seconds"], 1, 300)):
            query["seconds"] = 1
    if case.operation.path == "/bundle" and str(query.get("ask", "true")).lower() == "true":
        # Growth by class takes ten seconds.
        query["ask"] = "false"
    if case.operation.path == "/runs/{name}/marks" and not {"records", "jobs"} & query.keys():
        # At least one of the two.
        query["records"] = 1
    if case.operation.path == "/runs/{name}" and any(TIME.fullmatch(str(query.get(it))) for it in ("from", "to")):
        # Both, and neither of a run that is recorded now.
        if {"garbage", "profile", "profileSeconds", "until"} & query.keys():
            for it in ("from", "to"):
                if TIME.fullmatch(str(query.get(it))):
                    del query[it]
        else:
            query = {"from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"} | {
                it: value for it, value in query.items() if not TIME.fullmatch(str(value))
            }
    if case.operation.path == "/experiments" and isinstance(case.body, str) and case.body:
        # JSON Schema cannot express the YAML of a plan. This one is refused for its URL.
        arm = "{name: %s, switch: {url: 'http://192.0.2.1/'}}"
        case.body = "{duration: 1s, repetitions: 1, arms: [%s, %s]}" % (arm % "A", arm % "B")
    if case.operation.path == "/rules/test" and isinstance(case.body, str) and case.body:
        # Nor the YAML of rules.
        case.body = "{rules: [{name: a, when: threads > 1, actions: []}]}"
    case.query = query


@schemathesis.serializer("application/xml")
def settings_of_flight_recorder(context, value):
    """JSON Schema can express neither well-formed XML nor a body that excludes a parameter."""
    return b"" if "settings" in (context.case.query or {}) else b'<configuration version="2.0"/>'
