import {
  capture,
  choice,
  end,
  literal,
  nothing,
  repeat,
  sequence,
  space,
  unless,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';
import { argumentClose, parameterName } from '../auto/tagged-values.ts';
import { callOpen } from '../auto/tagged-json.ts';

const PARAMETER_END = '</param>';
const CDATA = '<![CDATA[';

/** MiniCPM5: a block of reasoning is compulsory; parameters in any order, none of them is. */
export function minicpm5(request: Request): Matcher {
  const reasoning = sequence(
    '<|im_start|>assistant\n<think>',
    space,
    capture('reasoning', until('</think>')),
    space,
    '</think>',
    space,
  );
  if (request.tools.length === 0) return sequence(reasoning, capture('content', until()), end);
  const call = sequence(anyTool(request, callOf), space);
  return sequence(
    reasoning,
    capture('content', until('<function')),
    repeat(call, 1, request.isParallel ? Infinity : 1),
    end,
  );
}

function callOf({ name, required, optional: others, schema }: DeclaredTool): Matcher {
  const parameters = required.length + others.length === 0 ? [] : schema.parameters.map(parameterOf);
  return sequence(
    callOpen(name, { open: '<function name="', close: '">' }),
    space,
    parameters.length === 0 ? nothing : repeat(sequence(choice(...parameters), space)),
    space,
    whole(capture('call-close', literal('</function>', 'wanted-closer'))),
  );
}

const text = choice(
  sequence(CDATA, capture('text', until(']]>')), ']]>', argumentClose(PARAMETER_END)),
  sequence(unless(literal(CDATA)), capture('text', until(PARAMETER_END)), argumentClose(PARAMETER_END)),
);
const json = sequence(capture('value', jsonValue), argumentClose(PARAMETER_END));

function parameterOf({ name, schema }: Parameter): Matcher {
  return capture(
    'argument',
    whole(
      capture(
        'argument-open',
        literal('<param name="', 'wanted-parameter'),
        parameterName(name),
        literal('">', 'wanted-parameter'),
      ),
    ),
    schema.mayBeText ? text : json,
  );
}
