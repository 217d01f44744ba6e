import { beforeAll, describe, expect, test } from 'vitest';
import type { AskPython } from '../../../src/app/parser-file/python.ts';
import type { AskParser } from '../../../src/app/parser-file/properties.ts';
import type { Answer, CutAnswer, SourceFile } from '../../../src/app/parser-file/protocol.ts';
import { changeBetween, compareVersions, type LoadedVersion } from '../../../src/app/parser-file/versions.ts';
import { parserFile, startPython } from './python-under-test.ts';

const get = { name: 'get', argumentsText: '{"a":1}' };
const answer = (change: Partial<Answer> = {}): CutAnswer => ({
  answer: { calls: [get], content: null, reasoning: null, ...change },
  problem: null,
});
const raised: CutAnswer = {
  answer: null,
  problem: { sentence: 'It raises.', remedy: '', file: 0, line: 1 },
};
const none = answer({ calls: [], content: 'text' });

describe('what another version changes', () => {
  test.each([
    [null, answer(), answer({ calls: [{ name: 'get', argumentsText: '{ "a": 1 }' }] })],
    [null, raised, raised],
    ['raises', answer(), raised],
    ['answers', raised, none],
    ['gains', none, answer()],
    ['loses', answer(), none],
    ['calls', answer(), answer({ calls: [get, get] })],
    ['arguments', answer(), answer({ calls: [{ name: 'get', argumentsText: '{}' }] })],
    ['content', answer(), answer({ content: 'Hi' })],
    ['reasoning', answer(), answer({ reasoning: 'hm' })],
  ] as const)('%s', (change, before, after) => {
    expect(changeBetween({ whole: before, streamed: null }, { whole: after, streamed: null })?.change ?? null).toBe(
      change,
    );
  });

  test('only the stream, also where one of them reads none', () => {
    const whole = answer();
    expect(changeBetween({ whole, streamed: whole }, { whole, streamed: none })?.change).toBe('streamed');
    expect(changeBetween({ whole, streamed: whole }, { whole, streamed: null })?.change).toBe('streamed');
    expect(changeBetween({ whole, streamed: whole }, { whole, streamed: whole })).toBeNull();
  });
});

describe('two versions of a file', () => {
  let python: AskPython;
  beforeAll(async () => {
    python = await startPython();
  });

  /** Loads its files before every job: one Python stands for two. */
  function version(file: SourceFile): LoadedVersion {
    const load = () => python({ ask: 'load', files: [file] });
    const ask: AskParser = (job) => {
      load();
      return Promise.resolve(python(job));
    };
    const { parsers, markers } = load();
    return { ask, parser: parsers[0]?.id ?? '', markers };
  }

  test('are compared on all texts, and grouped by what changed', async () => {
    const file = parserFile('beacon.py');
    const mended = {
      ...file,
      text: file.text.replace('json.loads(found) for', 'json.loads(found.replace(",}", "}")) for'),
    };
    expect(mended.text).not.toBe(file.text);
    const call = (inside: string): string => `<beacon>{"name":"get","arguments":{${inside}}}</beacon>`;
    const texts = [call('"a":1'), call('"a":1,'), 'plain', call('"b":2,')].map((text, index) => ({
      id: String(index),
      text,
      tools: [],
    }));
    const done: number[] = [];
    const report = await compareVersions(version(file), version(mended), texts, (some) => done.push(some));
    expect(report).toMatchObject({ tried: 4, groups: [{ change: 'gains', texts: [{ id: '1' }, { id: '3' }] }] });
    expect(done).toEqual([0]);
  });
});
