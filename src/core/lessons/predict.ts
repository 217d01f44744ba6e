import { counted } from '../text/document/index.ts';
import type { LessonCase, Prediction } from '../../data/lessons/lesson.ts';
import { openReplay, tokenRecording } from '../reader/index.ts';
import { unpackRecording } from '../log/index.ts';
import { readJson } from '../text/json/index.ts';
import { type Extraction, tierLabel, valueMeaning } from '../trace/index.ts';
import { type Grade, noAnswer, right, wrong } from './answer.ts';
import { type OutcomeChoice, outcomeChoices } from './asked.ts';
import { deed, ended, quoted, readCase, type Reading, spanAt } from './reading.ts';

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five'];
const none: ReadonlySet<string> = new Set(['', 'none', 'nothing', 'no', 'no text', 'no call', 'empty', '-']);

/** Grades what somebody expects of the engine against what it does. */
export async function gradePrediction(what: Prediction, given: LessonCase, answer: string): Promise<Grade> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return wrong(null, reading);
  const truth = truthOf(what, given, reading);
  if (truth === null) return wrong(null, `The engine finds no call, so it has no argument \`${shownKey(what)}\`.`);
  // Who typed no number has expected nothing yet, and is not told the answer.
  if (what.of === 'count' && numberOf(answer) === null) return noAnswer('Type a number, such as `0` or `1`.');
  if (truth.isAnswer(answer.trim())) return right(ended(`Your program gets ${truth.text}`), ...deed(reading).why);
  const { decided } = truth;
  const { says, span } =
    decided === null
      ? deed(reading)
      : {
          says: [`${decided.what} ${quoted(reading.text, decided.at)}.`],
          span: spanAt(reading.text, decided.at),
        };
  return wrong(
    span,
    ended(`You expected \`${shown(truth.nameOf?.(answer) ?? answer)}\``),
    ended(`Your program gets ${truth.text}`),
    ...(truth.isStoppedShort?.(answer) === true ? ['Your answer stops before its end.'] : []),
    ...says,
  );
}

/** What somebody would have to type; null where the question has no answer. */
export async function wordsFor(what: Prediction, given: LessonCase): Promise<string | null> {
  const reading = await readCase(given);
  return typeof reading === 'string' ? null : (truthOf(what, given, reading)?.answer ?? null);
}

interface Decided {
  readonly at: number;
  readonly what: string;
}

interface Truth {
  readonly answer: string;
  /** What the program of the reader gets, as the end of a sentence. */
  readonly text: string;
  /** Where that is decided, with the beginning of its sentence; null for where the engine's answer is. */
  readonly decided: Decided | null;
  readonly isAnswer: (answer: string) => boolean;
  /** Of a text: whether an answer is its beginning. */
  readonly isStoppedShort?: (answer: string) => boolean;
  /** An answer as it was shown where it was chosen. */
  readonly nameOf?: (answer: string) => string;
}

function truthOf(what: Prediction, given: LessonCase, reading: Reading): Truth | null {
  const { whole, streamed, text, options } = reading;
  switch (what.of) {
    case 'count': {
      const read = what.streamed === true ? streamed : whole;
      const count = read.outcome === 'error' ? 0 : read.calls.length;
      return {
        answer: String(count),
        text: count === 0 ? 'no call' : counted(count, 'call'),
        decided: null,
        isAnswer: (answer) => numberOf(answer) === count,
        nameOf: (answer) => String(numberOf(answer)),
      };
    }
    case 'names': {
      const names = whole.calls.map(({ name }) => name);
      return {
        answer: names.length === 0 ? 'none' : names.join(', '),
        text: names.length === 0 ? 'no call' : names.map((name) => `\`${name}\``).join(', '),
        decided: null,
        isAnswer: (answer) => listed(answer).join('\n') === names.join('\n'),
      };
    }
    case 'outcome':
      return outcomeTruth(whole);
    case 'tier':
      return tierTruth(whole);
    case 'content':
      return textTruth(whole.content ?? '', null);
    case 'text-after': {
      const recording = given.recording === undefined ? null : unpackRecording(given.recording, text.length);
      const { visible, offset } = openReplay(text, recording ?? tokenRecording(text), options).positionAt(what.chunks);
      return textTruth(visible, { at: Math.max(0, offset - 1), what: 'So far the server has the reply up to' });
    }
    case 'value': {
      const call = (what.streamed === true ? streamed : whole).calls[0];
      const value = memberOf(call?.argumentsText ?? '', what.key);
      if (call === undefined || value === null) return null;
      return {
        answer: value,
        text: `\`${value}\``,
        decided: endOfValue(text, call.span.from, what.key, value),
        isAnswer: (answer) => valueMeaning(answer) === valueMeaning(value) || isSameText(answer, value),
      };
    }
  }
}

const outcomeTexts: Readonly<Record<OutcomeChoice, string>> = {
  calls: 'a call',
  text: 'only text',
  nothing: 'neither a call nor text',
  error: 'an error',
};

function outcomeTruth({ outcome, content }: Extraction): Truth {
  const answer = outcome !== 'none' ? outcome : (content ?? '').trim() === '' ? 'nothing' : 'text';
  return {
    answer,
    text: outcomeTexts[answer],
    decided: null,
    isAnswer: (given) => given === answer,
    nameOf: (given) => outcomeChoices.find(({ id }) => id === given)?.label ?? given,
  };
}

function tierTruth({ calls: [call], runtime: { words } }: Extraction): Truth {
  const nameOf = (tier: string): string => tierLabel(tier, words);
  if (call === undefined)
    return {
      answer: 'none',
      text: 'no call',
      decided: null,
      isAnswer: (given) => given !== '' && none.has(given),
      nameOf,
    };
  const isTier = (given: string): boolean =>
    given === call.tier || given.toLowerCase() === nameOf(call.tier).toLowerCase();
  return {
    answer: call.tier,
    text: `the call from “${nameOf(call.tier)}”`,
    decided: { at: call.span.from, what: 'The call begins at' },
    isAnswer: isTier,
    nameOf,
  };
}

function textTruth(content: string, decided: Decided | null): Truth {
  const plain = flat(content);
  return {
    answer: content,
    text: plain === '' ? 'no text' : `the text \`${shown(content)}\``,
    decided,
    isAnswer: (answer) => flat(answer) === plain || (plain === '' && none.has(answer.toLowerCase())),
    isStoppedShort: (answer) => flat(answer) !== '' && plain.startsWith(flat(answer)),
  };
}

/** Where a value of a call ends in the reply; where it was changed on the way, its name. */
function endOfValue(text: string, from: number, key: string, value: string): Decided {
  const named = text.indexOf(key, from);
  if (named < 0) return { at: from, what: 'The call begins at' };
  const reading = readJson(value);
  const plain = reading.ok && reading.node.kind === 'string' ? reading.node.value : value;
  const at = plain === '' ? -1 : text.indexOf(plain, named + key.length);
  return at < 0 ? { at: named, what: 'Look at' } : { at: at + plain.length, what: 'The value ends before' };
}

/** A text may be answered without quotes, where it then is no other value. White space at its ends does not count. */
function isSameText(answer: string, value: string): boolean {
  const [given, meant] = [readJson(answer), readJson(value)];
  if (!meant.ok || meant.node.kind !== 'string') return false;
  if (given.ok) return given.node.kind === 'string' && flat(given.node.value) === flat(meant.node.value);
  return flat(answer) === flat(meant.node.value);
}

function memberOf(argumentsText: string, key: string): string | null {
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return null;
  const member = reading.node.members.find((one) => one.key.value === key);
  return member === undefined ? null : argumentsText.slice(member.value.from, member.value.to);
}

function numberOf(answer: string): number | null {
  const word = answer
    .toLowerCase()
    .trim()
    .replace(/\.$/, '')
    .replace(/\s*calls?$/, '');
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = numbers.indexOf(word);
  if (index >= 0) return index;
  return none.has(word) && word !== '' ? 0 : null;
}

function listed(answer: string): readonly string[] {
  return answer.split(/[\s,;`"'()]+/).filter((name) => name !== '' && name !== 'and' && !none.has(name.toLowerCase()));
}

/** White space at its ends and its kinds do not count. */
function flat(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}

function shown(text: string): string {
  const line = flat(text).replaceAll('`', "'");
  if (line === '') return 'nothing';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function shownKey(what: Prediction): string {
  return what.of === 'value' ? what.key : '';
}
