import { capture, choice, end, literal, repeat, sequence, space, unless, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argument, argumentClose, callClose, callOpen, jsonUpTo, mostCalls, textUpTo } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';

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
    request.rules.asCalls(repeat(call, 1, mostCalls(request))),
    end,
  );
}

function callOf(tool: DeclaredTool): Matcher {
  const parameters = tool.parameters.map(parameterOf);
  return sequence(
    callOpen(tool.name, { open: '<function name="', close: '">' }),
    space,
    repeat(sequence(choice(...parameters), space)),
    space,
    callClose('</function>'),
  );
}

const text = choice(
  sequence(CDATA, capture('text', until(']]>')), ']]>', argumentClose(PARAMETER_END)),
  sequence(unless(literal(CDATA)), textUpTo(PARAMETER_END)),
);

function parameterOf({ name, schema }: Parameter): Matcher {
  return argument(
    name,
    { open: '<param name="', close: '">' },
    schema.mayBeText ? text : jsonUpTo(PARAMETER_END, schema),
  );
}
