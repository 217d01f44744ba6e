import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type PartialPythonReading,
  readPartialJson,
  readPartialJsonSglang,
  readPartialJsonVllm,
} from '../../../../src/core/text/languages/python/partial-python.ts';
import { pythonDumps } from '../../../../src/core/text/languages/python/json-dumps.ts';

/** What the original answered: the value as `json.dumps` writes it and how far it was read, or what it raised. */
type Answer = readonly [value: string, end: number] | string;

interface Row {
  readonly text: string;
  readonly strings: boolean;
  readonly loads: Answer;
  /** Where the functions of vLLM and SGLang around `loads` answer something else. */
  readonly vllm?: Answer;
  readonly sglang?: Answer;
}

const rows = JSON.parse(readFileSync(new URL('partial-python.json', import.meta.url), 'utf8')) as Row[];
const BEFORE = '"{[';
const AFTER = ']}"x';

function answerOf(reading: PartialPythonReading, from: number): Answer {
  return reading.ok ? [pythonDumps(reading.node.value, { ascii: true }) ?? 'nothing', reading.end - from] : reading.why;
}

describe('unfinished JSON as Python reads it', () => {
  it.each(rows)('$text, strings $strings', ({ text, strings, loads, vllm = loads, sglang = loads }) => {
    const inside = BEFORE + text + AFTER;
    for (const [read, expected] of [
      [readPartialJson, loads],
      [readPartialJsonVllm, vllm],
      [readPartialJsonSglang, sglang],
    ] as const) {
      expect(answerOf(read(text, 0, text.length, { strings }), 0)).toEqual(expected);
      const reading = read(inside, BEFORE.length, BEFORE.length + text.length, { strings });
      expect(answerOf(reading, BEFORE.length)).toEqual(expected);
    }
  });

  it('says where everything is, and that what is open ends with the text', () => {
    const text = 'x {"a": {"b": [1, "tw"], "c": [tr';
    const reading = readPartialJson(text, 2, text.length, { strings: true });
    if (!reading.ok) throw new Error(reading.why);
    const words: Record<string, string> = {};
    const visit = (node: typeof reading.node, path: string): void => {
      words[path] = text.slice(node.from, node.to);
      for (const [index, item] of (node.items ?? []).entries()) visit(item, `${path}/${String(index)}`);
      for (const [key, member] of node.members ?? []) visit(member.node, `${path}/${key}`);
    };
    visit(reading.node, '');
    expect(words).toEqual({
      '': '{"a": {"b": [1, "tw"], "c": [tr',
      '/a': '{"b": [1, "tw"], "c": [tr',
      '/a/b': '[1, "tw"]',
      '/a/b/0': '1',
      '/a/b/1': '"tw"',
      '/a/c': '[tr',
      '/a/c/0': 'tr',
    });
  });

  it.each([
    ['{"a": 1}', true],
    [' {"a": 1}\n', true],
    ['1\n', true],
    ['{"a": 1', false],
    ['{"a": 1, ', false],
    ['"a" b', false],
    [' 12', false],
  ])('%s is complete: %s', (text, complete) => {
    expect(readPartialJson(text, 0, text.length, { strings: true })).toMatchObject({ ok: true, complete });
  });

  it('raises for numbers and depths that Python refuses', () => {
    const digits = `[${'1'.repeat(4301)}`;
    const deep = '['.repeat(2000);
    expect(readPartialJson(digits, 0, digits.length, { strings: true })).toMatchObject({ why: 'too-many-digits' });
    expect(readPartialJson(deep, 0, deep.length, { strings: true })).toMatchObject({ why: 'too-deep' });
  });
});
