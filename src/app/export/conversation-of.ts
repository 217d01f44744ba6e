import { augmentSystemPrompt, readTools, toolDefinitions, type Runtime } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';
import { turnOf, type Conversation } from '../page/conversation.ts';
import { askedIn, emptyLoop } from '../page/turns.ts';
import { reread } from './reread.ts';

/**
 * The conversation of a case, read at once and on this thread; arguments are not compared with their schemas.
 *
 * @param runtimes among them is the runtime of the fields, unless it is at hand
 */
export function conversationOf(fields: LinkState, runtimes?: readonly Runtime[]): Conversation {
  const loop = fields.loop ?? emptyLoop;
  const tools = toolDefinitions(fields.tools);
  const turns = [...loop.earlier, { ...loop, text: fields.text, native: fields.native }].map((turn) => {
    const { outcome, calls, content } = reread({ ...fields, text: turn.text, native: turn.native }, runtimes);
    return { ...turn, read: { isReadable: outcome !== 'error', calls, content, validations: [] } };
  });
  const preamble = fields.preamble === null ? {} : { preamble: fields.preamble };
  return {
    opening: (isText) => ({
      system:
        isText && tools.length > 0
          ? augmentSystemPrompt(
              fields.system,
              readTools(fields.tools).tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode })),
              { compact: fields.compact, ...preamble },
            ).text
          : fields.system,
      user: askedIn(loop),
    }),
    turnsFor: (runtime) => turns.map((turn) => turnOf(runtime, turn.text, turn, turn.read, tools)),
  };
}
