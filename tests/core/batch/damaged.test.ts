import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { completion, lent } from './lending.ts';
import { json } from './logs.ts';

const said = (index: number): string =>
  index % 2 === 0 ? `Reply ${String(index)}, with "quotes", {braces} and [brackets].` : lent;
/** One record of a log, in structures that are damaged in different places. */
const kinds: Readonly<Record<string, (index: number) => unknown>> = {
  plain: (index) => ({ id: `r${String(index)}`, model: 'm', output: said(index), meta: { tags: ['a', 'b'] } }),
  sharegpt: (index) => ({
    id: `r${String(index)}`,
    conversations: [
      { from: 'human', value: 'q' },
      { from: 'gpt', value: said(index) },
    ],
  }),
  batch: (index) => ({
    custom_id: `r${String(index)}`,
    id: 'b',
    response: { status_code: 200, body: completion('c', { content: said(index) }) },
  }),
  observation: (index) => ({
    id: `r${String(index)}`,
    traceId: 't',
    type: 'GENERATION',
    output: said(index),
    level: 'DEFAULT',
  }),
};
/** What a crash, an editor or a bad disk makes of the text of a record. */
const damages: Readonly<Record<string, (text: string) => string>> = {
  'lost its first colon': (text) => text.replace(':', ' '),
  'lost its last brace': (text) => text.slice(0, -1),
  'lost its second half': (text) => text.slice(0, text.length >> 1),
  'lost its second quarter': (text) => text.slice(0, text.length >> 2) + text.slice(text.length >> 1),
};

const whole = ['r0', 'r1', 'r3', 'r4', 'r5'];
const cases = Object.keys(kinds).flatMap((kind) => Object.keys(damages).map((damage) => [kind, damage] as const));

it.each(cases)('reads the records of one line around one (%s) that %s', (kind, damage) => {
  const texts = Array.from({ length: 6 }, (_, index) => json(kinds[kind]?.(index)));
  const list = texts.with(2, damages[damage]?.(texts[2] ?? '') ?? '').join(',');
  for (const content of [`[${list}]`, `{"name":"x","observations":[${list}],"more":{"a":[]}}`]) {
    const { replies, summary } = readLog(content, { name: null });
    expect(replies.map(({ id }) => id)).toEqual(whole);
    expect(summary.problems).toEqual([{ code: 'broken', line: 1 }]);
  }
});

const texts = Array.from({ length: 6 }, (_, index) => json(kinds['plain']?.(index)));
const all = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];

it.each([
  ['with a comma after each line', texts.join(',\n')],
  ['one behind the other', texts.join('')],
  ['one behind the other with blanks', texts.join(' ')],
  ['two of them on one line', texts.join('\n').replace('}\n{"id":"r3"', '}{"id":"r3"')],
  ['as a sequence of JSON texts', texts.map((text) => `\u001e${text}\n`).join('')],
  [
    'with numbers of Python',
    texts.map((text) => text.replace('"meta":{', '"meta":{"n":NaN,"m":-Infinity,')).join('\n'),
  ],
  ['behind what a logger writes', texts.map((text) => `2026-11-27 08:00:00 INFO app: ${text}`).join('\n')],
])('reads records that are written %s', (_, content) => {
  const { replies, summary } = readLog(content, { name: null });
  expect(replies.map(({ id }) => id)).toEqual(all);
  expect(summary.problems).toEqual([]);
});

it('says which line of a log is broken where another record follows on it', () => {
  const content = texts
    .with(2, `${(texts[2] ?? '').slice(0, 30)}${texts[3] ?? ''}`)
    .toSpliced(3, 1)
    .join('\n');
  const { replies, summary } = readLog(content, { name: null });
  expect(replies.map(({ id }) => id)).toEqual(whole);
  expect(summary.problems).toEqual([{ code: 'broken', line: 3 }]);
});

const conversation = {
  session_id: 's',
  tools: [{ name: 'fill_tank', description: 'Fills it.', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Fill it' },
    { role: 'assistant', content: 'I do, with "care" and {braces}.' },
    { role: 'user', content: 'Thanks' },
    { role: 'assistant', content: lent },
    { role: 'user', content: 'Bye' },
  ],
  usage: { tokens: 9 },
};
const printed = JSON.stringify(conversation, null, 2);

it.each([
  ['in its last brackets', printed.slice(0, -3), 2],
  ['in the last message', printed.slice(0, printed.indexOf('Bye') + 1), 2],
  ['in a text of the assistant', printed.slice(0, printed.indexOf('</tool_call>')), 1],
  ['at a key', printed.slice(0, printed.lastIndexOf('"content"') + 4), 2],
])('reads what is whole of one conversation that is cut %s', (_, content, count) => {
  const { replies, summary } = readLog(content, { name: 'session.json' });
  expect(replies.map(({ text }) => text)).toEqual(['I do, with "care" and {braces}.', lent].slice(0, count));
  expect(replies[0]?.tools?.[0]?.name).toBe('fill_tank');
  expect(summary.problems).toEqual([{ code: 'cut', line: null }]);
});

it('reads a text that holds a call on a line of its own as one text', () => {
  const content = `I fill it now.\n${lent}\nIt takes a while.`;
  expect(readLog(content, { name: 'reply.txt' }).replies.map(({ text }) => text)).toEqual([content]);
});

it('reads strings of JSON, one a line, as a reply each', () => {
  const content = ['Full.\nNow.', '{"name": "fill_tank", "arguments": {}}', lent].map((text) => json(text)).join('\n');
  expect(readLog(content, { name: null }).replies.map(({ text }) => text)).toEqual([
    'Full.\nNow.',
    '{"name": "fill_tank", "arguments": {}}',
    lent,
  ]);
});

it('a record whose reply is null is counted, and a number on a line is JSON, and no record', () => {
  const lines = [json({ id: 'a', response: 'Yes.' }), json({ id: 'b', response: null }), '42', 'no JSON', '""'];
  const log = [...lines, json({ id: 'c', response: 'The tank is full.' })].join('\n');
  const { replies, summary } = readLog(log, { name: 'log.jsonl' });
  expect(replies.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(summary.without).toBe(2);
  expect(summary.problems).toEqual([
    { code: 'value', line: 3 },
    { code: 'broken', line: 4 },
  ]);
});
