import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { frameOf } from '../../../src/core/recognise/frame/frame.ts';

const row = (text: string): string => `│ ${text.padEnd(40)} │`;
const boxed = (...rows: readonly string[]): string =>
  [`╭${'─'.repeat(42)}╮`, ...rows.map(row), `╰${'─'.repeat(42)}╯`].join('\n');

describe('what comes off', () => {
  it.each([
    [
      'the breaks between words in a panel',
      boxed('Failed to parse the arguments of the call:', 'unexpected token'),
      'Failed to parse the arguments of the call: unexpected token',
    ],
    [
      'the breaks of a word that is longer than the panel',
      boxed('https://harbour.example/pier/berth/number', '/seven'),
      'https://harbour.example/pier/berth/number/seven',
    ],
    [
      'the break in what a server serialised',
      `{"id": "c1", "object": "chat.completion", "choices": [{"message": {"content": "The ti\nde is high."}}]}`,
      `{"id": "c1", "object": "chat.completion", "choices": [{"message": {"content": "The tide is high."}}]}`,
    ],
    [
      'the breaks in the names of tags, with the indentation of a console',
      '<tool_call>moor<arg_key>pier</arg_key><arg_\n  value>7</arg_value><arg_k\n  ey>boat</arg_key></tool_call>',
      '<tool_call>moor<arg_key>pier</arg_key><arg_value>7</arg_value><arg_key>boat</arg_key></tool_call>',
    ],
    ['colours without their escape character', '[31mError:[0m the [1;33mtide[0m is high', 'Error: the tide is high'],
    ['colours with a sign in its place', '^[[32mHigh^[[0m ␛[1mwater␛[0m', 'High water'],
    [
      'the head of every record',
      '2026-11-20 08:00:01,123 | pier | INFO | {\n2026-11-20 08:00:01,124 | pier | INFO |   "berth": 7\n2026-11-20 08:00:01,125 | pier | INFO | }',
      '{\n  "berth": 7\n}',
    ],
    [
      'the head of records that begin alike with a bold word in a list',
      '2026-11-20 08:00:01,123 - pier - INFO - - **Berth:** 7\n2026-11-20 08:00:01,124 - pier - INFO - - **Boat:** tern',
      '- **Berth:** 7\n- **Boat:** tern',
    ],
    [
      'a head with a place in the code, as Airflow writes it',
      '[2026-11-20, 08:00:01 UTC] {logging_mixin.py:188} INFO - Traceback (most recent call last):\n[2026-11-20, 08:00:02 UTC] {logging_mixin.py:188} INFO -   File "pier.py", line 7, in berth\n[2026-11-20, 08:00:02 UTC] {logging_mixin.py:188} INFO - KeyError: 7',
      'Traceback (most recent call last):\n  File "pier.py", line 7, in berth\nKeyError: 7',
    ],
    ['numbers before lines with a gutter of two blanks', ' 8  tide\n 9  \n10    high', 'tide\n\n  high'],
    ['numbers with one blank, and a blank of a line', '1 tide\n2  high\n3 low', 'tide\n high\nlow'],
    [
      'numbers before a command that somebody adds without one',
      '  1  The tide\n  2  \n  3  is high.\n./tide-server --pier 7',
      'The tide\n\nis high.\n./tide-server --pier 7',
    ],
    [
      'the head of the only record, before a value',
      '2026-11-20 08:00:01,123 - pier.berth - DEBUG - {"berth": 7}',
      '{"berth": 7}',
    ],
  ])('%s', (_, pasted, inner) => {
    expect(frameOf(pasted).text.trim()).toBe(inner);
  });
});

it.each([60, 72, 100])('the breaks of a terminal with %i columns come off', (columns) => {
  const text =
    'The keeper of the northern light has answered the call with words that are none: an essay on the tides of the sea, where the ebb begins late, and the lamp is lit in the afternoon. Nobody had asked him. He has no tools, and none was given to him.';
  const broken = text.replaceAll(new RegExp(`.{${columns}}(?=.)`, 'g'), '$&\n');
  expect(frameOf(broken).text).toBe(text);
});

describe('what stays', () => {
  const wide = 'x'.repeat(70);
  it.each([
    [
      'a line break that a model wrote into a string',
      `{"name": "write", "arguments": {"text": "${wide}\nsecond line"}}`,
    ],
    [
      'rows of a table that are equally long',
      `| ${wide} | berth |\n| ${'-'.repeat(70)} | ----- |\n| ${wide} | seven |`,
    ],
    [
      'prose that was wrapped between words',
      'The keeper of the northern light has asked for a new lamp, and said\n' +
        'that the old one goes out in the first storm of every autumn, when rain\n' +
        'comes in through the roof. We could send the boat on the next tide and\n' +
        'have both of them mended before the herring fleet is back in harbour at\n' +
        'the end of the month.',
    ],
    [
      'records of a log that are equally long',
      `${'08:00:01 berth '.repeat(5)}a\n${'08:00:02 berth '.repeat(5)}b\n08:00:03 done`,
    ],
    ['a list in brackets with a number and a letter', 'rate(calls_total[5m]) and rate(calls_total[0m])'],
    [
      'records of a server, which are its own',
      'INFO:     1.2.3.4:5 - "POST /v1" 200 OK\nINFO:     1.2.3.4:6 - "POST /v1" 200 OK',
    ],
    [
      'records that are sentences with a bold word',
      '2026-11-20 08:00:01,123 - pier - INFO - **High** water\n2026-11-20 08:00:02,124 - pier - INFO - **Low** water',
    ],
    ['events of a stream that begin alike', 'data: {"id": "c1", "n": 1}\n\ndata: {"id": "c1", "n": 2}\n'],
    ['lines of JSON that begin alike', '{"id": "c1", "n": 1}\n{"id": "c1", "n": 2}\n'],
  ])('%s', (_, pasted) => {
    expect(frameOf(pasted).text).toBe(pasted);
  });

  it('the lines of a value in a panel', () => {
    expect(frameOf(boxed('{', '  "berth": 7,', '  "pier": "north"', '}')).text.trim()).toBe(
      '{\n  "berth": 7,\n  "pier": "north"\n}',
    );
  });
});

it('empty records and lines that somebody left out hide no head that all records share', () => {
  const head = '2026-09-11 18:02:44.113';
  const call = '<tool_call>{"name": "dim_lamp", "arguments": {"level": 2}}</tool_call>';
  const records = [`${head} Assistant (to User):`, head, `${head} ${call}`, head, `${head} It is dim now.`];
  expect(frameOf([...records, '...'].join('\n')).text).toBe(`Assistant (to User):\n\n${call}\n\nIt is dim now.\n...`);
  // Near miss: another line is no record.
  expect(frameOf([...records, 'and then?', 'why?'].join('\n')).text).toContain(head);
});

it('what is in a frame is where its places say', () => {
  const part = fc.constantFrom(
    '│ ',
    ' │',
    '╭──╮',
    '\n',
    '[31m',
    '[0m',
    '> ',
    'tide',
    ' ',
    '{"id": 1}',
    '2026-11-20 08:00:01 - a - INFO - ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const pasted = parts.join('');
      const frame = frameOf(pasted);
      for (let at = 0; at < frame.text.length; at += 1) {
        const { from, to } = frame.place({ from: at, to: at + 1 });
        expect(pasted.slice(from, to)).toBe(frame.text[at]);
      }
    }),
  );
});

it('a reply that was copied with its line numbers is without them, and without a command below it', () => {
  const call = '<tool_call>\n{"name": "moor", "arguments": {}}\n</tool_call>';
  const lines = ['I moor the boat.', '', ...call.split('\n')];
  const copied = lines.map((line, index) => `${String(index + 1).padStart(3)}  ${line}`).join('\n');
  for (const below of ['', '\n', '\ntide-server -m pier.gguf --port 8080\n']) {
    const { replies } = recognise({ content: copied + below, name: null });
    expect(replies.map(({ text }) => text)).toEqual([lines.join('\n')]);
  }
});
