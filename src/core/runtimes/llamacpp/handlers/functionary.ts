import { capture, choice, end, literal, repeat, sequence, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type Request } from '../request.ts';
import { toolName } from '../auto/json-calls.ts';

const PROMPT = '<|start_header_id|>assistant<|end_header_id|>\n\n>>>';

/** The recipient comes first. After words for `all`, a call is read only without the marker that the template prints. */
export function functionary(request: Request): Matcher {
  const words = (stop: readonly string[]): Matcher => sequence('all\n', capture('content', until(...stop)));
  if (request.tools.length === 0) return sequence(PROMPT, words([]), end);
  const call = anyTool(request, ({ name }) =>
    sequence(
      whole(capture('call-open', toolName(name), literal('\n', 'wanted-name'))),
      capture('arguments', jsonValue),
    ),
  );
  const calls = request.isParallel ? repeat(call, 1) : call;
  return sequence(PROMPT, choice(sequence(words(['>>>']), calls), words([]), calls), end);
}
