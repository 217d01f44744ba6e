import { at, type Fields, fieldsOf, firstAt, listOf, textAt, textOf, unpacked } from '../values.ts';
import { contentText } from './message.ts';
import { speakerOf } from './speaker.ts';

/** So much of a prompt is looked at, in UTF-16 units. */
const MOST_PROMPT = 1 << 17;

/** What a model was given as text, as far as its record has that; empty for none. */
export function promptText(record: Fields): string {
  const given = firstAt(record, ['prompt', 'messages', 'input', 'vars']);
  const prompt = unpacked(textAt(fieldsOf(given), 'raw') ?? given);
  const texts = listOf(prompt).flatMap((item): string[] => {
    const message = fieldsOf(item);
    return message === null || speakerOf(message) === 'assistant' ? [] : [contentText(at(message, 'content')) ?? ''];
  });
  return [textAt(record, 'system') ?? '', textOf(prompt) ?? '', ...texts].join('\n').slice(0, MOST_PROMPT);
}

/** What begins a call: a fence with its label, or a tag. */
const OPENING = /(?:```[\w-]{1,40}|<\|?[\w:-]{2,40}\|?>)\s{0,20}$/;
/** So much before a call is looked at. */
const BEFORE = 80;
const FEWEST_KEYS = 2;

/** Whether the first JSON in a reply has the keys and the opening that its prompt shows: the model does as it was asked. */
export function isAsAsked(reply: string, prompt: string): boolean {
  const from = reply.search(/\{\s{0,40}"/);
  if (from < 0 || prompt === '') return false;
  const head = /^[^{}]{0,400}/.exec(reply.slice(from + 1))?.[0] ?? '';
  const keys = [...head.matchAll(/(?:^|,)\s{0,40}("[\w-]{1,40}")\s{0,9}:/g)].map(([, key = '']) => key);
  if (keys.length < FEWEST_KEYS) return false;
  const opening = OPENING.exec(reply.slice(Math.max(0, from - BEFORE), from))?.[0].trim() ?? '';
  for (let at = prompt.indexOf('{'); at >= 0; at = prompt.indexOf('{', at + 1)) {
    const before = prompt.slice(Math.max(0, at - BEFORE), at).trimEnd();
    const isAlike = opening === '' ? !OPENING.test(before) : before.endsWith(opening);
    const example = isAlike ? (/^[^{}]{0,2000}/.exec(prompt.slice(at + 1, at + 2000))?.[0] ?? '') : '';
    if (holdsInOrder(example, keys)) return true;
  }
  return false;
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
