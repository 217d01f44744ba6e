import { capture, literal, optional, sequence, space, until, whole } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonArguments, member, quotedName } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';

const PROMPT = 'assistant<|role_sep|>\n';
const SEPARATOR = '<|message_sep|>\n\n';

/** GigaChat 3: one call, in a message of its own. What follows is not read. */
export function gigachat(request: Request): Matcher {
  if (request.tools.length === 0) return sequence(PROMPT, capture('content', until()));
  const call = anyTool(request, (tool) =>
    sequence(
      whole(capture('call-open', '{', space, member('name', quotedName(tool.name)))),
      space,
      ',',
      space,
      member('arguments', jsonArguments(tool)),
      space,
      literal('}', 'wanted-closer'),
    ),
  );
  const content = capture('content', until(SEPARATOR));
  const calls = request.rules.asCalls(optional(`${SEPARATOR}function call<|role_sep|>\n`, call));
  return sequence(PROMPT, content, space, calls);
}
