import { capture, choice, end, repeat, sequence, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { callOpen, jsonArguments } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';

const PROMPT = '<|start_header_id|>assistant<|end_header_id|>\n\n>>>';

/** The recipient comes first. After words for `all`, a call is read only without the marker that the template prints. */
export function functionary(request: Request): Matcher {
  const words = (stop: readonly string[]): Matcher => sequence('all\n', capture('content', until(...stop)));
  if (request.tools.length === 0) return sequence(PROMPT, words([]), end);
  const call = anyTool(request, (tool) =>
    sequence(callOpen(tool.name, { open: '', close: '\n' }), jsonArguments(tool)),
  );
  const calls = request.rules.asCalls(request.isParallel ? repeat(call, 1) : call);
  return sequence(PROMPT, choice(sequence(words(['>>>']), calls), words([]), calls), end);
}
