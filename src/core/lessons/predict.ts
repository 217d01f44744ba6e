import type { LessonCase, Prediction } from '../../data/lessons/lesson.ts';
import { openReplay, tokenRecording } from '../reader/index.ts';
import { unpackRecording } from '../log/index.ts';
import { readJson } from '../text/json/index.ts';
import { valueMeaning } from '../trace/index.ts';
import { type Grade, right, wrong } from './answer.ts';
import { deed, quoted, type Reading, readCase, spanAt } from './reading.ts';

const numbers = ['none', 'one', 'two', 'three', 'four', 'five'];
const none: ReadonlySet<string> = new Set(['', 'none', 'nothing', 'no', 'no text', 'no call', 'empty', '-']);

/** Grades what somebody expects of the engine against what it does. */
export async function gradePrediction(what: Prediction, given: LessonCase, answer: string): Promise<Grade> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return wrong(null, reading);
  const truth = truthOf(what, given, reading);
  if (truth === null) return wrong(null, `The engine finds no call, so it has no argument \`${shownKey(what)}\`.`);
  if (truth.isAnswer(answer.trim())) return right(`Yes: ${truth.text}.`, ...deed(reading).says.slice(0, 1));
  const { says, span } = truth.at === null ? deed(reading) : { says: [], span: spanAt(reading.text, truth.at) };
  const place = truth.at === null ? [] : [`Look at ${quoted(reading.text, truth.at)}.`];
  return wrong(span, `You expected \`${shown(answer)}\`. Your program gets ${truth.text}.`, ...says, ...place);
}

interface Truth {
  /** What the program of the reader gets, as the end of a sentence. */
  readonly text: string;
  /** Where that is decided; null for where the engine's answer is. */
  readonly at: number | null;
  readonly isAnswer: (answer: string) => boolean;
}

function truthOf(what: Prediction, given: LessonCase, { whole, text, options }: Reading): Truth | null {
  switch (what.of) {
    case 'count': {
      const count = whole.outcome === 'error' ? 0 : whole.calls.length;
      return {
        text: count === 1 ? '1 call' : `${count === 0 ? 'no' : String(count)} calls`,
        at: null,
        isAnswer: (answer) => numberOf(answer) === count,
      };
    }
    case 'names': {
      const names = whole.calls.map(({ name }) => name);
      return {
        text: names.length === 0 ? 'no call' : names.map((name) => `\`${name}\``).join(', '),
        at: null,
        isAnswer: (answer) => listed(answer).join('\n') === names.join('\n'),
      };
    }
    case 'content':
      return textTruth(whole.content ?? '', null);
    case 'text-after': {
      const recording = given.recording === undefined ? null : unpackRecording(given.recording, text.length);
      const { visible, offset } = openReplay(text, recording ?? tokenRecording(text), options).positionAt(what.chunks);
      return textTruth(visible, Math.max(0, offset - 1));
    }
    case 'value': {
      const call = whole.calls[0];
      const value = memberOf(call?.argumentsText ?? '', what.key);
      if (call === undefined || value === null) return null;
      const inCall = text.indexOf(what.key, call.span.from);
      return {
        text: `\`${value}\``,
        at: inCall < 0 ? call.span.from : inCall,
        isAnswer: (answer) => valueMeaning(answer) === valueMeaning(value) || isSameText(answer, value),
      };
    }
  }
}

function textTruth(content: string, at: number | null): Truth {
  const plain = flat(content);
  return {
    text: plain === '' ? 'no text' : `the text \`${shown(content)}\``,
    at,
    isAnswer: (answer) => flat(answer) === plain || (plain === '' && none.has(answer.toLowerCase())),
  };
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
    .replace(/\s*calls?$/, '')
    .trim();
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
