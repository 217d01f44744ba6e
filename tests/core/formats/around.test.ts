import { expect, it } from 'vitest';
import { extract, type ToolDefinition } from '../../../src/core/index.ts';
import { fixtures } from '../../fixtures.ts';

const byLine = (text: string, change: (line: string) => string): string => text.split('\n').map(change).join('\n');

/** What may be around a reply without making another one of it, and how many fixtures it changes, neither more nor fewer. */
const around: Readonly<Record<string, readonly [count: number, wrap: (text: string) => string]>> = {
  'the line ends of Windows': [0, (text) => text.replaceAll(/\r?\n/g, '\r\n')],
  'reasoning before it': [0, (text) => `<think>\nI should use a tool for that.\n</think>\n\n${text}`],
  'reasoning that a prompt opened': [0, (text) => `I should use a tool for that.\n</think>\n\n${text}`],
  'words before it': [0, (text) => `I will use a tool for that.\n\n${text}`],
  'words after it': [2, (text) => `${text}\n\nI will tell you what it says.`],
  'blank lines': [0, (text) => `\n\n\n${text}\n\n\n`],
  'the end token of ChatML': [2, (text) => `${text}<|im_end|>`],
  'the end token of Llama 3': [2, (text) => `${text}<|eot_id|>`],
  'an indentation': [1, (text) => byLine(text, (line) => (line === '' ? '' : `    ${line}`))],
  'blanks at the ends of lines': [3, (text) => byLine(text, (line) => `${line}  `)],
  'a fence': [7, (text) => `\`\`\`\n${text}\n\`\`\``],
};

/** The calls, whatever blanks are in their values. */
function callsIn(text: string, tools: readonly ToolDefinition[]): string {
  const { calls } = extract({ text }, { runtime: 'auto', tools });
  return JSON.stringify(calls.map(({ name, argumentsText }) => [name, valueOf(argumentsText)])).replaceAll(
    /(?:\\[nrt]|\s)+/g,
    '',
  );
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A sixth of the replies with calls, by their length, so that a new one changes nothing. */
const called = fixtures.flatMap(({ format, name, text, expected: { tools } }) => {
  if (text.length % 6 !== 0) return [];
  const calls = callsIn(text, tools);
  return calls === '[]' ? [] : [{ id: `${format}/${name}`, text, tools, calls }];
});

it.each(Object.keys(around))('a reply has the same calls in %s', (what) => {
  const [count, wrap] = around[what] ?? [0, (text: string) => text];
  const others = called.filter(({ text, tools, calls }) => callsIn(wrap(text), tools) !== calls).map(({ id }) => id);
  expect(called.length).toBeGreaterThan(170);
  expect(others.length, `${String(count)} should change, and these do:\n${others.join('\n')}`).toBe(count);
});
