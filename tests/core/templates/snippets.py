"""Answers the templates of snippets.json as Jinja2 3.1.6 does, set up as transformers does, and writes the answers there.

Run it with Python 3.11 after a template was added: `python3 tests/templates/snippets.py`.
"""

import datetime
import json
import pathlib
import re

import jinja2
from jinja2.ext import Extension
from jinja2.nodes import CallBlock
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return CallBlock(self.call_method("_write"), [], [], body).set_lineno(line)

    def _write(self, caller):
        return caller()


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def strftime_now(format):
    return datetime.datetime(2026, 3, 9, 14, 5, 7).strftime(format)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
)
environment.filters["tojson"] = tojson
environment.globals["raise_exception"] = raise_exception
environment.globals["strftime_now"] = strftime_now


def answer(template, variables):
    try:
        prompt = environment.from_string(template).render(**json.loads(variables))
        # An address differs in each run.
        return {"template": template, "prompt": re.sub(r"at 0x[0-9a-f]+>", "at 0x7f0000000000>", prompt)}
    except Exception as error:
        return {"template": template, "raises": type(error).__name__, "message": str(error)}


path = pathlib.Path(__file__).with_name("snippets.json")
data = json.loads(path.read_text())
variables = json.dumps(data["variables"])
for group, snippets in data["groups"].items():
    data["groups"][group] = [answer(snippet["template"], variables) for snippet in snippets]
path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
