import {
  capture,
  choice,
  end,
  literal,
  nothing,
  optional,
  repeat,
  sequence,
  space,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { pythonValue, quoted } from '../peg/values.ts';
import { callClose, callOpen, parameterName, several } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import { isObject } from '../../../text/json/index.ts';

const CALLS = '<|tool_call_start|>';

/** A list of calls as Python has them, with keywords only. */
export function lfm2(request: Request, thinks: boolean): Matcher {
  const reasoning = thinks ? optional('<think>', capture('reasoning', until('</think>')), '</think>') : nothing;
  const prompt = sequence('<|im_start|>assistant\n', reasoning);
  if (request.tools.length === 0) return sequence(prompt, capture('content', until()), end);
  const call = anyTool(request, callOf);
  const calls = sequence(
    CALLS,
    '[',
    space,
    several(request, call, ',', space),
    space,
    ']',
    literal('<|tool_call_end|>', 'wanted-closer'),
  );
  return sequence(prompt, capture('content', until(CALLS)), request.rules.asCalls(calls), end);
}

function callOf({ name, definition }: DeclaredTool): Matcher {
  const { properties } = definition;
  const parameters = isObject(properties) ? Object.entries(properties) : [];
  const argument = choice(
    ...parameters.map(([key, schema]) =>
      capture(
        'argument',
        whole(capture('argument-open', parameterName(key), '=')),
        capture('value', isObject(schema) && schema['type'] === 'string' ? quoted('"\'') : pythonValue),
        capture('argument-close', nothing),
      ),
    ),
  );
  return sequence(
    callOpen(name, { open: '', close: '(' }),
    space,
    parameters.length === 0 ? nothing : sequence(argument, repeat(sequence(',', space, argument))),
    space,
    callClose(')'),
  );
}
