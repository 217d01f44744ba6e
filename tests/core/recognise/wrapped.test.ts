import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { fixtures } from '../../fixtures.ts';
import { pastes } from './pastes.ts';
import { type Wrapper, wrappers } from './wrappers.ts';

/** How many of the fixtures are not read alike in each. The numbers are exact: one that falls is written down. */
const others: Readonly<Record<Wrapper, number>> = {
  Windows: 0,
  'the blanks of Markdown': 1,
  'the tab of an editor': 1,
  'the blanks of a page': 0,
  'the entities of a page': 46,
  'a folded part of an issue': 2,
  'the times of a runner': 4,
  'the colours of a terminal': 3,
  'colours that lost their escape character': 11,
  'the records of a log': 24,
  'the panel of a console': 27,
  'a narrow terminal': 59,
  'what a program says before and after': 22,
  'a string of a program': 2,
  'docker compose': 4,
  'a quotation': 15,
  words: 3,
  'a question': 14,
};

/** What is read in a text, whatever blanks are around it. */
function readIn(content: string): string {
  const { replies } = recognise({ content, name: null });
  const plain = replies.map(({ text, native }) => [
    (text ?? '').replaceAll('\r', '').trim(),
    (native ?? '').replaceAll(/\s+/g, ''),
  ]);
  return JSON.stringify(plain);
}

const read = pastes.flatMap(({ kind, file, content, expected }) => {
  const isMore = ['response', 'stream', 'messages', 'error'].includes(kind) && !file.startsWith('near-');
  const isShort = content.length < 50_000 && expected.kind === kind;
  const replies = isMore && isShort ? readIn(content) : '[]';
  return /^\[(?:\["",""\])?\]$/.test(replies) ? [] : [{ id: `${kind}/${file}`, content, replies }];
});

it.each(Object.keys(wrappers) as Wrapper[])('a paste is what it is in %s', (wrapper) => {
  const wrap = wrappers[wrapper];
  const unlike = read.filter(({ content, replies }) => readIn(wrap(content)) !== replies).map(({ id }) => id);
  expect(unlike.length, unlike.join('\n')).toBe(others[wrapper]);
});

/**
 * The same for replies with calls of all formats, each pasted alone: a twelfth of them, by their length, so that a new one changes
 * nothing. What a model may have written around it is not here.
 */
const otherReplies: Partial<Readonly<Record<Wrapper, number>>> = {
  Windows: 0,
  'the blanks of Markdown': 1,
  'the tab of an editor': 0,
  'a folded part of an issue': 1,
  'the times of a runner': 3,
  'the colours of a terminal': 1,
  'colours that lost their escape character': 2,
  'the records of a log': 7,
  'the panel of a console': 1,
  'a string of a program': 5,
  'docker compose': 3,
  'a quotation': 4,
  words: 5,
  'a question': 5,
};

const called = fixtures.flatMap(({ format, name, text, expected: { calls } }) => {
  if (text.length % 12 !== 0) return [];
  const { label } = recognise({ content: text, name: null });
  return calls.length > 0 && label === 'plain reply text' ? [{ id: `${format}/${name}`, text }] : [];
});

it.each(Object.keys(otherReplies) as Wrapper[])('a reply alone is what it is in %s', (wrapper) => {
  const bare = (text: string): string => text.replaceAll(/\s+/g, '');
  const unlike = called.filter(({ text }) => {
    const { replies } = recognise({ content: wrappers[wrapper](text), name: null });
    return replies.length !== 1 || bare(replies[0]?.text ?? '') !== bare(text);
  });
  expect(called.length).toBeGreaterThan(75);
  expect(unlike.length, unlike.map(({ id }) => id).join('\n')).toBe(otherReplies[wrapper] ?? 0);
});
