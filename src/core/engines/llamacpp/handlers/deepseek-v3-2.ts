import { capture, choice, end, literal, optional, sequence, space, unless, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { argument, callClose, callOpen, requiredFirst, several, valueUpTo } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';
import type { Parameter } from '../schema.ts';

const PROMPT = '<｜Assistant｜>';
const THINK = '<think>';
const THINK_END = '</think>';
const PARAMETER_END = '</｜DSML｜parameter>';

/** V3.2 and V4, which name the block of calls differently. The block may be inside reasoning that is still open. */
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
      callClose('</｜DSML｜invoke>'),
    ),
  );
  const calls = request.rules.asCalls(
    sequence(open, space, several(request, call, space), space, literal(`</｜DSML｜${block}>`, 'wanted-closer')),
  );
  const content = sequence(unless(literal(THINK)), capture('content', until(...stops)), space);
  const answer = sequence(reasoning, content, optional(calls));
  const inThought = sequence(THINK, capture('reasoning', until(...stops, THINK_END)), space, calls);
  return sequence(PROMPT, request.isThinking ? choice(inThought, answer) : answer, end);
}

/** What the attribute `string` says has to agree with the schema. */
function parameter({ name, schema }: Parameter): Matcher {
  const close = `" string="${String(schema.mayBeText)}">`;
  return argument(name, { open: '<｜DSML｜parameter name="', close }, valueUpTo(PARAMETER_END, schema));
}
