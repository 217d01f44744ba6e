import type { Scene } from '../paste/scene.ts';
import type { Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';

const LEFT_OUT = 'The request has calls in its history and no `tools`: the client left them out of this turn.';
const EVERY = 'Have the client send `tools` with every request, also after a result. No model or parser is to blame.';
/** Source: continue#13254, core/llm/llms/Ollama.ts: it sends tools only where the last message is the one of a user */
const OF_CONTINUE =
  'Set the provider of Continue to `openai` with `apiBase: http://localhost:11434/v1`. Its provider for Ollama sends `tools` only after the words of a user.';

/** A request of the same conversation sent tools, as the calls in its history show, and this one sends none. Null for others. */
export function ofToolsLeftOut({ around: words }: Scene, around: Around, { reasons }: Judgement): Reason | null {
  const { request, history, named } = around;
  const isLate = history?.turns.some(({ calls }) => calls.length > 0) === true;
  if (request === null || request.isDeclared || !isLate || reasons[0]?.cause !== 'no-tools') return null;
  const isContinue =
    named.includes('ollama') && (named.includes('continue') || /\bContinue(?:\.dev| v?\d)/.test(words));
  return { cause: 'no-tools', says: LEFT_OUT, headline: LEFT_OUT, fix: isContinue ? OF_CONTINUE : EVERY };
}
