import { capture, literal, optional, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonValue } from '../peg/values.ts';
import { anyTool, type Request } from '../request.ts';
import { member, toolName } from '../auto/json-calls.ts';

const PROMPT = 'assistant<|role_sep|>\n';
const SEPARATOR = '<|message_sep|>\n\n';

/** GigaChat 3: one call, in a message of its own. What follows is not read. */
export function gigachat(request: Request): Matcher {
  if (request.tools.length === 0) return sequence(PROMPT, capture('content', until()));
  const call = anyTool(request, ({ name }) =>
    sequence(
      whole(
        capture(
          'call-open',
          '{',
          space,
          member('name', sequence(literal('"', 'wanted-name'), toolName(name), literal('"', 'wanted-name'))),
        ),
      ),
      space,
      ',',
      space,
      member('arguments', capture('arguments', jsonValue)),
      space,
      literal('}', 'wanted-closer'),
    ),
  );
  const content = capture('content', until(SEPARATOR));
  return sequence(PROMPT, content, space, optional(`${SEPARATOR}function call<|role_sep|>\n`, call));
}
