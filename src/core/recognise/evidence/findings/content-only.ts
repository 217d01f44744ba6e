import { saidInstead } from '../../../trace/index.ts';
import type { Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';

const FORMAT = /\bChat format: (\S[^\n]{0,60})/g;

/** A template that llama.cpp has itself, by its name: none of them shows tools. Source: llama.cpp src/llama-chat.cpp (`LLM_CHAT_TEMPLATES`) */
const BUILT_IN = /--chat-template[= ]["']?([a-z][a-z0-9._-]{1,30})(?![\w./\\-])/;

/** The log of llama.cpp says how it read the reply. Source: llama.cpp common/chat.cpp, where a template without tools has no form for calls since 2026 */
export function ofContentOnly(
  around: string,
  { request, sendsTools }: Around,
  { did }: Judgement,
  text: string,
): Reason | null {
  if ((did !== 'answer' && did !== 'text') || request?.forbids === true) return null;
  const formats = [...around.matchAll(FORMAT)].map(([, name = '']) => name.startsWith('Content-only'));
  if (!formats.includes(true)) return null;
  const given = sendsTools === false || formats.includes(false) ? undefined : BUILT_IN.exec(around)?.[1];
  if (given !== undefined) {
    const says = `\`--chat-template ${given}\` takes the place of the model's own template, and llama.cpp read the reply as plain text.`;
    const fix = `Leave \`--chat-template ${given}\` out, and keep \`--jinja\`: the template in the model is used then. Its log has to name another format than \`Content-only\`.`;
    return { cause: 'template', says, headline: says, fix };
  }
  if (sendsTools === true) {
    const who = request === null ? 'The code sends' : 'The request declares';
    return {
      cause: 'template',
      says: `${who} tools, and llama.cpp read the reply as plain text: its chat template takes none.`,
      fix: 'Choose a model whose chat template takes tools, or give llama-server one: `--chat-template-file`.',
    };
  }
  // Another line may be of this request, and words that announce nothing need no tools.
  const isInstead = did === 'answer' && sendsTools === null && !formats.includes(false) && saidInstead(text) !== null;
  return isInstead ? UNTOOLED : null;
}

const UNTOOLED: Reason = {
  cause: 'no-tools',
  says: 'llama.cpp logs `Chat format: Content-only`: no tools were in this request, or its chat template takes none.',
  fix: 'Look whether the client sends `tools` for this model: in its settings, and in the body of the request. If it does, give llama-server a chat template that shows them.',
};
