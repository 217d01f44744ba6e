import { capture, literal, optional, repeat, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type Request } from '../request.ts';
import { toolName } from '../auto/json-calls.ts';

const CALLS = '[TOOL_CALLS]';

/** Ministral, Magistral and Devstral. What follows the calls is not read. */
export function ministral(request: Request): Matcher {
  const reasoning = optional('[THINK]', capture('reasoning', until('[/THINK]')), '[/THINK]');
  if (request.tools.length === 0) return sequence(reasoning, space, capture('content', until()));
  const call = anyTool(request, ({ name }) =>
    sequence(
      whole(capture('call-open', toolName(name), literal('[ARGS]', 'wanted-name'))),
      capture('arguments', jsonValue),
    ),
  );
  const calls = repeat(sequence(CALLS, call), 0, request.isParallel ? Infinity : 1);
  return sequence(reasoning, space, capture('content', until(CALLS)), space, calls);
}
