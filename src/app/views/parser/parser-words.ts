import { counted, numberText, type BesideFile } from '../../../core/index.ts';
import { differenceOf, type Difference } from '../../parser-file/same-answer.ts';
import type { ParserResult } from '../../parser-file/client.ts';
import type { Change } from '../../parser-file/versions.ts';
import type { Answer, FoundParser, Reading } from '../../parser-file/protocol.ts';

/** How good an answer is, as the page colours it. */
export type Tone = 'good' | 'warn' | 'bad';

/** So many calls are named; the rest is counted. */
const MOST_NAMED = 4;

/** The answer in one sentence, named after the parser. */
export function verdictWords(
  { name }: Pick<FoundParser, 'name'>,
  { answer, problem, decided }: Pick<Reading, 'problem' | 'decided'> & { readonly answer: Answer | null },
): { text: string; tone: Tone } {
  if (problem !== null) return { text: problem.sentence, tone: 'bad' };
  if (answer === null) return { text: `${name} does not stream: the server waits for the whole reply.`, tone: 'warn' };
  const { calls } = answer;
  if (calls.length > 0) {
    const names = calls.slice(0, MOST_NAMED).map((call) => call.name);
    const more = calls.length - names.length;
    const list = names.join(', ') + (more > 0 ? ` and ${numberText(more)} more` : '');
    return { text: `${name} returns ${counted(calls.length, 'call')}: ${list}.`, tone: 'good' };
  }
  if (decided?.why === 'caught' && decided.line !== null) {
    const text = `${name} returns no call: line ${String(decided.line)} raised ${decided.sentence}, and the parser caught it.`;
    return { text, tone: 'bad' };
  }
  if (answer.reasoning !== null) {
    const text = `${name} returns ${characters(answer.reasoning)} of reasoning and ${characters(answer.content)} of content.`;
    return { text, tone: 'good' };
  }
  return { text: `${name} returns no call: the reply stays text.`, tone: 'warn' };
}

function characters(text: string | null): string {
  return counted((text ?? '').length, 'character');
}

const differs: Readonly<Record<Difference, string>> = {
  calls: 'other calls',
  arguments: 'other arguments',
  content: 'other content',
  reasoning: 'other reasoning',
};

/** Whole against streamed; '' where there is nothing to say. */
export function streamWords(whole: Reading | null, stream: Reading | null): string {
  const answer = whole?.answer ?? null;
  if (answer === null || stream === null) return '';
  if (!stream.streams) return 'The parser does not stream.';
  if (stream.problem !== null) return `Streamed, it fails: ${stream.problem.sentence}`;
  const difference = differenceOf(answer, stream.answer);
  return difference === null
    ? 'Streamed in pieces of four characters, the client gets the same.'
    : `Streamed in pieces of four characters, the client gets ${differs[difference]}.`;
}

/** Before and after an edit of the file. */
export function changeWords(before: Reading, after: Reading): string {
  const words = ({ answer, problem }: Reading): string =>
    problem !== null ? 'an error' : answer === null ? 'no answer' : callWords(answer);
  const difference = differenceOf(before.answer, after.answer);
  if (difference === null && before.problem === null && after.problem === null)
    return `Before and after the change: ${callWords(after.answer)}, the same.`;
  return `Before the change: ${words(before)}. After: ${words(after)}.`;
}

/** A server and a parser file on one reply, in a sentence. */
export function besideWords(
  server: string,
  file: string,
  { server: ofServer, file: ofFile, first }: BesideFile,
): string {
  if (first === null) return `${server} and your ${file} give the client the same.`;
  const call = String(first.call + 1);
  switch (first.kind) {
    case 'error':
      return `${ofServer.error === null ? `Your ${file}` : server} fails, the other does not.`;
    case 'count':
      return `${server} gives the client ${callWords(ofServer)}, your ${file} ${callWords(ofFile)}.`;
    case 'name':
      return `The name of call ${call} differs.`;
    case 'arguments':
      return `The arguments of call ${call} differ from character ${String(first.at + 1)} on.`;
    case 'spelling':
      return `The same calls and text. The argument text of call ${call} is written differently.`;
    case 'content':
      return `The same calls. The text differs from character ${String(first.at + 1)} on.`;
    case 'white-space':
      return 'The same calls. The text differs only in white space.';
  }
}

/** What another version changes, as a group of texts is headed. */
export const changeTitles: Readonly<Record<Change, string>> = {
  raises: 'Raises now',
  loses: 'No call any more',
  answers: 'Raised before, answers now',
  gains: 'Calls that were missing before',
  calls: 'Other calls',
  arguments: 'Other arguments',
  content: 'Other content',
  reasoning: 'Other reasoning',
  streamed: 'The same whole, something else streamed',
};

export function callWords(answer: { readonly calls: readonly unknown[] } | null): string {
  const count = answer?.calls.length ?? 0;
  return count === 0 ? 'no call' : counted(count, 'call');
}

/** What differs, as a group of texts is headed. */
export function differenceWords(difference: Difference | 'raised'): string {
  return difference === 'raised' ? 'the parser raises' : differs[difference];
}

/** Why Python gave no answer. */
export function unansweredText({ reason, message }: Extract<ParserResult<'load'>, { ok: false }>): string {
  return reason === 'hung'
    ? `The parser did not end: ${message} Look for a loop or a pattern that never stops.`
    : `Python stopped (${message.slice(0, 200)}). The next try starts it again.`;
}
