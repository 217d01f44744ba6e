import type { Condition, LessonCase } from '../../data/lessons/lesson.ts';
import { counted, placeText, sharedStart } from '../text/document/index.ts';
import { meaning } from '../trace/index.ts';
import type { Unmet } from './answer.ts';
import { promptOf } from './prompt.ts';
import { callsText, deed, diagnosesOf, quoted, type Reading, readCase, spanAt, wantedText } from './reading.ts';
import { wrongArgument } from './wrong-argument.ts';

/** The first condition that a case does not fulfil; null where it fulfils all. */
export async function firstUnmet(given: LessonCase, conditions: readonly Condition[]): Promise<Unmet | null> {
  for (const condition of conditions) {
    const unmet = await unmetOf(given, condition);
    if (unmet !== null) return unmet;
  }
  return null;
}

async function unmetOf(given: LessonCase, condition: Condition): Promise<Unmet | null> {
  const text = given.text ?? '';
  switch (condition.must) {
    case 'keep':
      return text.includes(condition.text) ? null : missing(text, condition.text, 'The reply no longer contains');
    case 'prompt': {
      const { text: prompt, problem } = await promptOf(given);
      if (problem !== '') return { says: [problem], span: null };
      return prompt.includes(condition.text)
        ? null
        : missing(prompt, condition.text, 'The prompt does not contain', null);
    }
    case 'differ':
      return differ(given, condition.between);
    default: {
      const reading = await readCase(given, 'under' in condition ? condition.under : undefined);
      return typeof reading === 'string' ? { says: [reading], span: null } : ofReading(reading, condition);
    }
  }
}

function ofReading(
  reading: Reading,
  condition: Exclude<Condition, { must: 'keep' | 'prompt' | 'differ' }>,
): Unmet | null {
  const { whole, streamed, text } = reading;
  const { label } = whole.runtime;
  const content = whole.content ?? '';
  switch (condition.must) {
    case 'count': {
      if (whole.outcome !== 'error' && whole.calls.length === condition.calls) return null;
      // Of a call too many nothing is the cause: it is there.
      const { says, span } = deed(reading, whole.calls.length > condition.calls ? 'call' : 'cause');
      return {
        says: [`${label} finds ${callsText(whole.calls)}. This step asks for ${countText(condition.calls)}.`, ...says],
        span,
      };
    }
    case 'call': {
      const wanted = meaning(condition.calls);
      if (meaning(whole.calls) !== wanted) {
        const argument = wrongArgument(reading, condition.calls);
        if (argument !== null) return argument;
        const { says, span } = deed(reading);
        return {
          says: [`${label} gives ${callsText(whole.calls)}. It should give ${wantedText(condition.calls)}.`, ...says],
          span,
        };
      }
      if (condition.streamed !== true || (streamed.error === undefined && meaning(streamed.calls) === wanted))
        return null;
      const at = streamed.error?.at ?? streamed.calls[0]?.span.from ?? whole.calls[0]?.span.from ?? 0;
      return {
        says: [
          `Read whole, the reply gives the calls. Sent in pieces (streamed), ${label} gives ${callsText(streamed.calls)}.`,
          `The call begins at ${quoted(text, at)}.`,
        ],
        span: spanAt(text, at),
      };
    }
    case 'show': {
      if (content.includes(condition.text)) return null;
      const at = Math.max(0, text.indexOf(condition.text));
      return {
        says: [
          `The client does not get the text \`${condition.text}\`. ${label} gives it ${textOf(content)}.`,
          placed(text, at),
        ],
        span: spanAt(text, at),
      };
    }
    case 'hide': {
      if (!content.includes(condition.text)) return null;
      const at = Math.max(0, text.indexOf(condition.text));
      return { says: [`The client still sees \`${condition.text}\`.`, placed(text, at)], span: spanAt(text, at) };
    }
    case 'be-sound': {
      const [worst] = diagnosesOf(reading);
      if (worst === undefined) return null;
      return { says: [worst.message, placed(text, worst.span.from)], span: worst.span };
    }
  }
}

async function differ(given: LessonCase, between: readonly [string, string]): Promise<Unmet | null> {
  const one = await readCase(given, between[0]);
  const other = await readCase(given, between[1]);
  if (typeof one === 'string') return { says: [one], span: null };
  if (typeof other === 'string') return { says: [other], span: null };
  if (meaning(one.whole.calls) !== meaning(other.whole.calls)) return null;
  const { says, span } = deed(one);
  return {
    says: [
      `${one.whole.runtime.label} and ${other.whole.runtime.label} agree: ${callsText(one.whole.calls)}.`,
      ...says,
    ],
    span,
  };
}

function countText(calls: number): string {
  return calls === 0 ? 'no call' : counted(calls, 'call');
}

/** `span` is null where the text is not the reply. */
function missing(text: string, wanted: string, said: string, span?: null): Unmet {
  // Where the longest beginning of it ends, somebody sees what is different.
  let length = wanted.length - 1;
  while (length > 0 && !text.includes(wanted.slice(0, length))) length -= 1;
  const at = length <= 0 ? 0 : text.indexOf(wanted.slice(0, length)) + length;
  return {
    says: [`${said} \`${wanted.replaceAll('`', "'")}\`.`, whereInstead(text, wanted, length, at)],
    span: span === null ? null : spanAt(text, at),
  };
}

/** What is there in place of a text that is missing: the same without its quotes, its beginning, or something else. */
function whereInstead(text: string, wanted: string, length: number, at: number): string {
  const bare = wanted.replace(/^"(.+)"$/su, '$1');
  const unquoted = bare === wanted ? -1 : text.indexOf(bare);
  if (unquoted >= 0) return `Without double quotes it is at ${placeText(text, unquoted)}.`;
  // A character or two are no beginning of it.
  if (length * 2 >= wanted.length) return placed(text, at);
  const from = text.search(/\S/);
  if (from < 0) return `It is empty (${placeText(text, 0)}).`;
  const [line = ''] = text.slice(from, from + 60).split('\n', 1);
  return `It begins with ${quoted(text, from, from + line.length)}.`;
}

function placed(text: string, at: number): string {
  return `Look at ${quoted(text, at)}.`;
}

function textOf(content: string): string {
  return content.trim() === ''
    ? 'no text'
    : `\`${content.trim().slice(0, 80).replaceAll('`', "'").replaceAll('\n', '⏎')}\``;
}

/** Where two texts begin to differ. */
export function firstChange(before: string, after: string): number {
  return Math.min(sharedStart(before, after), after.length);
}
