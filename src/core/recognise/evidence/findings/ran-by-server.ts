import { at, firstAt, itemsOf, stringAt, type Value } from '../../index.ts';
import { type Answer, envelopes } from '../paste/answer.ts';
import type { Phrase } from '../said/phrase.ts';

/**
 * What is said of the tools that a provider ran itself, which are no calls for the client. Undefined where it ran none.
 *
 * Source: platform.claude.com, "Server tools": `server_tool_use`, and `pause_turn`, after which the content is sent back as it
 * came; semantic-conventions#2585 has the items of the Responses API
 */
export function ranByServer({ value, turn }: Answer): Pick<Phrase, 'id' | 'says'> | undefined {
  if (turn.calls.length > 0) return undefined;
  if (turn.finish?.text === 'pause_turn')
    return {
      id: 'paused-turn',
      says: 'It runs tools itself, and paused its turn (`pause_turn`). To go on, send this content back as it came.',
    };
  const [ran] = value === null ? [] : envelopes(value).flatMap((one) => ranIn(one));
  return ran === undefined
    ? undefined
    : { id: 'ran-by-server', says: `It runs ${ran} itself: the client has nothing to run for that.` };
}

/** The kinds of parts that tell of them, after Anthropic's: those of the Responses API. */
const RAN =
  /^(?:server_tool_use|mcp_tool_use|mcp_call|(web_search|file_search|code_interpreter|image_generation)_call)$/;

/** What the server ran, in the parts of one answer. */
function ranIn(body: Value): readonly string[] {
  const candidates = itemsOf(at(body, 'candidates')).map((one) => at(one, 'content'));
  const parts = [body, ...candidates].flatMap((one) =>
    ['content', 'output', 'parts'].flatMap((key) => itemsOf(at(one, key))),
  );
  return parts.flatMap((part) => {
    if (firstAt(part, ['executableCode', 'executable_code']) !== null) return ['the code'];
    const kind = RAN.exec(stringAt(part, 'type') ?? '');
    return kind === null ? [] : [`\`${kind[1] ?? stringAt(part, 'name') ?? 'a tool'}\``];
  });
}
