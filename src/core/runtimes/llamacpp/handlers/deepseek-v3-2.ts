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
  unless,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';
import { argumentClose, parameterName, requiredFirst } from '../auto/tagged-values.ts';
import { callOpen } from '../auto/tagged-json.ts';

const PROMPT = '<｜Assistant｜>';
const THINK = '<think>';
const THINK_END = '</think>';
const PARAMETER_END = '</｜DSML｜parameter>';

/** V3.2 and V4, which name the block of calls differently. The block may stand in reasoning that is still open. */
export function deepseekV32(request: Request, block: 'function_calls' | 'tool_calls'): Matcher {
  const open = `<｜DSML｜${block}>`;
  const stops = [`\n\n${open}`, open];
  const isV4 = block === 'tool_calls';
  const reasoning = request.isThinking
    ? optional(THINK, capture('reasoning', until(THINK_END)), THINK_END)
    : isV4
      ? optional(THINK_END)
      : optional(THINK, capture('dropped', until(THINK_END)), THINK_END);
  if (request.tools.length === 0) return sequence(PROMPT, reasoning, capture('content', until()), end);

  const call = anyTool(request, (tool) =>
    sequence(
      callOpen(tool.name, { open: '<｜DSML｜invoke name="', close: '">\n' }),
      requiredFirst(request, tool, parameter),
      space,
      whole(capture('call-close', literal('</｜DSML｜invoke>', 'wanted-closer'))),
    ),
  );
  const more = request.isParallel ? repeat(sequence(space, call)) : nothing;
  const calls = sequence(open, space, call, more, space, literal(`</｜DSML｜${block}>`, 'wanted-closer'));
  const content = sequence(unless(literal(THINK)), capture('content', until(...stops)), space);
  const answer = sequence(reasoning, content, optional(calls));
  const inThought = sequence(THINK, capture('reasoning', until(...stops, THINK_END)), space, calls);
  return sequence(PROMPT, request.isThinking ? choice(inThought, answer) : answer, end);
}

/** What the attribute `string` says has to agree with the schema. */
function parameter({ name, schema: { mayBeText } }: Parameter): Matcher {
  return capture(
    'argument',
    whole(
      capture(
        'argument-open',
        literal('<｜DSML｜parameter name="', 'wanted-parameter'),
        parameterName(name),
        literal(`" string="${String(mayBeText)}">`, 'wanted-parameter'),
      ),
    ),
    mayBeText ? capture('text', until(PARAMETER_END)) : capture('value', jsonValue),
    argumentClose(PARAMETER_END),
  );
}
