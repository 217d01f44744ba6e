import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { pastes } from './pastes.ts';
import { type Wrapper, wrappers } from './wrappers.ts';

/** How many of the fixtures are not read alike in each. That number may only fall. */
const most: Readonly<Record<Wrapper, number>> = {
  Windows: 0,
  'the blanks of Markdown': 1,
  'the tab of an editor': 1,
  'the blanks of a page': 0,
  'the entities of a page': 49,
  'a folded part of an issue': 12,
  'the times of a runner': 5,
  'the colours of a terminal': 3,
  'colours that lost their escape character': 11,
  'the records of a log': 25,
  'the panel of a console': 31,
  'a narrow terminal': 82,
  'what a program says before and after': 25,
  'docker compose': 5,
  'a quotation': 15,
  words: 22,
  'a question': 28,
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
  const others = read.filter(({ content, replies }) => readIn(wrap(content)) !== replies).map(({ id }) => id);
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(most[wrapper]);
});
