import { capture, choice, end, literal, nothing, optional, repeat, sequence, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argumentClose, callClose, parameterName, toolName } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import { isObject } from '../../../text/json/index.ts';

const SEPARATOR = '<|sep|>';
const open = (tag: string): string => `<|open|>${tag}${SEPARATOR}`;
const close = (tag: string): string => `<|close|>${tag}${SEPARATOR}`;

/** Sections for reasoning, words and calls; their openers may be missing, their attributes are skipped. */
export function kimiK3(request: Request): Matcher {
  const reasoning = optional(
    optional(open('think')),
    capture('reasoning', until(close('think'), open('response'))),
    optional(close('think')),
  );
  const response = sequence(
    optional(open('response')),
    capture('content', until(close('response'), open('tools'), close('message'))),
    optional(close('response')),
  );
  const trailer = sequence(optional(close('message')), optional('<|end_of_msg|>'));
  const calls = sequence(
    open('tools'),
    repeat(anyTool(request, callOf(request)), 1),
    literal(close('tools'), 'wanted-closer'),
    trailer,
  );
  return sequence(
    optional(open('message role="assistant"')),
    reasoning,
    response,
    request.tools.length === 0 ? nothing : optional(request.rules.asCalls(calls)),
    trailer,
    end,
  );
}

const attributes = sequence('"', until(SEPARATOR), SEPARATOR);

function callOf({ rules }: Request) {
  return ({ name, definition }: DeclaredTool): Matcher => {
    const { properties } = definition;
    const parameters = isObject(properties) ? Object.entries(properties) : [];
    const args = parameters.map(([key, schema]) => {
      const type = isObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : 'string';
      return rules.rule(
        `kimi-k3-arg-${name}-${key}`,
        capture(
          'argument',
          whole(capture('argument-open', literal('<|open|>argument key="', 'wanted-parameter'))),
          parameterName(key),
          attributes,
          // What is not a text goes to the client unchecked.
          capture(type === 'string' ? 'text' : 'value', until(close('argument'))),
          argumentClose(close('argument')),
        ),
      );
    });
    return sequence(
      whole(capture('call-open', '<|open|>call tool="', toolName(name), attributes)),
      repeat(choice(...args)),
      callClose(close('call')),
    );
  };
}
