import { capture, optional, repeat, sequence, space, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { callOpen, jsonArguments, mostCalls } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';

const CALLS = '[TOOL_CALLS]';

/** Ministral, Magistral and Devstral. What follows the calls is not read. */
export function ministral(request: Request): Matcher {
  const reasoning = optional('[THINK]', capture('reasoning', until('[/THINK]')), '[/THINK]');
  if (request.tools.length === 0) return sequence(reasoning, space, capture('content', until()));
  const call = anyTool(request, (tool) =>
    sequence(callOpen(tool.name, { open: '', close: '[ARGS]' }), jsonArguments(tool)),
  );
  const calls = request.rules.asCalls(repeat(sequence(CALLS, call), 0, mostCalls(request)));
  return sequence(reasoning, space, capture('content', until(CALLS)), space, calls);
}
