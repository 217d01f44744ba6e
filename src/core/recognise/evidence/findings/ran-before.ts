import { saidInstead } from '../../../trace/index.ts';
import { heardAfter } from '../errors/phrase-search.ts';
import type { Turn } from '../evidence.ts';
import type { Phrase } from '../said/phrase.ts';
import { callsTo, RAN } from '../words/pieces.ts';

/** How the result of a tool that failed begins, where the client does not mark it. */
const FAILED = /^\W{0,4}(?:\w{2,40}Error\b|error\b|failed\b|failure\b|traceback\b|exception\b)/i;
/** What the result of one may hold that says so further inside. */
const UNDONE = /["'](?:success|ok)["']\s?:\s?false|["']failed["']\s?:\s?\[\s?\{|["']response_type["']\s?:\s?["']error/i;

/** Whether the client ran all calls of a turn, and none failed. */
function hasRun(turn: Turn): boolean {
  const { calls, results } = turn;
  const isGiven = results.length >= calls.length || calls.every(({ state }) => state === 'done');
  const isFailed =
    results.some(
      ({ isError, text }) => isError || FAILED.test(text.slice(0, 200)) || UNDONE.test(text.slice(0, 4000)),
    ) || calls.some(({ state, error }) => state === 'failed' || error !== null);
  return calls.length > 0 && isGiven && !isFailed && heardAfter(turn).length === 0;
}

/**
 * What is said of a conversation in which all is well: the client ran the calls since somebody last spoke, and the model answered
 * in words. Undefined for others.
 */
export function ranBefore(turns: readonly Turn[]): Pick<Phrase, 'id' | 'says' | 'fix'> | undefined {
  const last = turns.at(-1);
  const said = last?.text?.text.trim() ?? '';
  if (said === '' || saidInstead(said) !== null) return undefined;
  const kept = keptCalls(said);
  if (kept.length > 0) return { id: RAN, says: `${ranWords(kept)} Open WebUI keeps a call that ran as \`<details>\`.` };
  const earlier = turns.slice(0, -1);
  const spoke = earlier.findLastIndex(({ after }) => after.some(({ text }) => text.trim() !== ''));
  const ran = earlier.slice(spoke + 1);
  if (ran.length === 0 || !ran.every((turn) => hasRun(turn))) return undefined;
  const names = ran.flatMap(({ calls }) => calls.map(({ name }) => name));
  const isEmpty = ran.some(({ text }) => (text?.text ?? '').trim() === '');
  return {
    id: RAN,
    says: ranWords(names),
    fix: isEmpty
      ? 'Change nothing, or read the text of the last message: a message with a call may have none.'
      : undefined,
  };
}

function ranWords(names: readonly string[]): string {
  return `The client ran ${callsTo(names).replace(/^a /, 'the ')}, and the model answered after that.`;
}

/** How Open WebUI keeps a call with its result in the text. Source: Open WebUI, `serialize_content_blocks` */
const KEPT = /<details type="tool_calls" done="true"(?=[^>]{0,200}\bid=)[^>]{0,400}? name="([^"]{1,80})"/g;

/** The names of the calls that ran, in a text that goes on after them; none where one did not. */
function keptCalls(said: string): readonly string[] {
  const isOpen = said.includes('<details type="tool_calls" done="false"');
  return isOpen || said.endsWith('</details>') ? [] : Array.from(said.matchAll(KEPT), ({ 1: name = '' }) => name);
}
