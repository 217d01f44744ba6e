import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { pastes } from './pastes.ts';

/** What others put around a paste, and how many of the fixtures are not read alike in it. That number may only fall. */
const wrappers: readonly (readonly [string, (text: string) => string, number])[] = [
  ['Windows', (text) => text.replaceAll('\n', '\r\n'), 0],
  ['the blanks of Markdown', (text) => byLine(text, '    '), 1],
  ['the colours of a terminal', (text) => text.replaceAll(/^.*$/gm, '\u001b[32m$&\u001b[0m'), 3],
  ['docker compose', (text) => byLine(text, 'llm-1  | '), 5],
  ['a quotation', (text) => byLine(text, '> '), 15],
  ['words', (text) => `Hi all,\n\nI get this, and my agent does nothing:\n\n${text}\n\nAny idea? Thanks!`, 24],
  [
    'a question',
    (text) => `I get this, and my agent does nothing:\n\n\`\`\`\n${text}\n\`\`\`\n\nAny idea? Thanks!`,
    30,
  ],
];

function byLine(text: string, prefix: string): string {
  return text.replaceAll(/^/gm, prefix);
}

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

it.each(wrappers)('a paste is what it is in %s', (_, wrap, most) => {
  const others = read.filter(({ content, replies }) => readIn(wrap(content)) !== replies).map(({ id }) => id);
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(most);
});
