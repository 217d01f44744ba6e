import { capture, choice, literal, nothing, optional, repeat, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';
import { argumentClose, parameterName } from '../auto/tagged-values.ts';
import { toolName } from '../auto/json-calls.ts';

const START = '<|start|>assistant';
const MESSAGE = '<|message|>';
const MESSAGE_END = '<|eom|>';
const PARAMETER_END = '</atem:parameter>';

/** Muse Glimmer: one message for each recipient. What follows the last that fits is not read. */
export function museGlimmer(request: Request): Matcher {
  const analysis = sequence(` to=self${MESSAGE}`, capture('reasoning', until(MESSAGE_END)), MESSAGE_END);
  const before = [repeat(sequence(START, analysis)), literal(START)];
  const final = sequence(optional(' to=user'), MESSAGE, capture('content', until('<|eot|>', MESSAGE_END)));
  if (request.tools.length === 0) return sequence(...before, final);
  const call = anyTool(request, callOf);
  const more = request.isParallel ? repeat(sequence(MESSAGE_END, START, call)) : nothing;
  const calls = sequence(call, more);
  return sequence(...before, choice(calls, sequence(final, optional(MESSAGE_END, START, calls))));
}

function callOf({ name, schema }: DeclaredTool): Matcher {
  const parameters = schema.kind === 'object' ? schema.parameters.map(parameterOf) : [];
  return sequence(
    whole(
      capture(
        'call-open',
        ' to=',
        until(MESSAGE),
        `${MESSAGE}<atem:function_calls>`,
        space,
        '<atem:invoke name="',
        toolName(name),
        literal('">', 'wanted-name'),
        space,
      ),
    ),
    space,
    parameters.length === 0 ? nothing : repeat(sequence(choice(...parameters), space)),
    space,
    whole(
      capture(
        'call-close',
        literal('</atem:invoke>', 'wanted-closer'),
        space,
        literal('</atem:function_calls>', 'wanted-closer'),
      ),
    ),
  );
}

function parameterOf({ name, schema: { mayBeText } }: Parameter): Matcher {
  return capture(
    'argument',
    whole(
      capture(
        'argument-open',
        literal('<atem:parameter name="', 'wanted-parameter'),
        parameterName(name),
        literal('">', 'wanted-parameter'),
      ),
    ),
    mayBeText ? capture('text', until(PARAMETER_END)) : capture('value', jsonValue),
    argumentClose(PARAMETER_END),
  );
}
