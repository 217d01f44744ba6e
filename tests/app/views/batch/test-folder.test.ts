import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  caseFields,
  type FolderFile,
  privateWords,
  testFolder,
  testKinds,
} from '../../../../src/app/views/batch/test-folder.ts';
import type { BatchCase } from '../../../../src/app/worker/batch-protocol.ts';
import { diagnose, extract, verdictOf, zipOf } from '../../../../src/core/index.ts';

const call = '{"name": "mail", "arguments": {"to": "ann@pumps.example.org"}}';
const cases: readonly BatchCase[] = [
  {
    id: 'a|b',
    text: '{"name": "fill", "arguments": {"liters": 4}}',
    whole: null,
    native: '',
    tools: '',
    raw: '',
    expected: null,
    calls: [{ name: 'fill', arguments: { liters: 5 }, isBroken: false }],
  },
  { id: 'q2', text: call, whole: null, native: '', tools: '', raw: '', expected: null, calls: null },
  { id: 'q3', text: 'Nothing to do.', whole: null, native: '', tools: '', raw: '', expected: null, calls: [] },
];
const server = { profile: 'auto' };
const read: Parameters<typeof testFolder>[1]['read'] = ({ text }) => {
  const extraction = extract({ text }, { runtime: 'auto' });
  const diagnoses = diagnose(extraction, { runtime: 'auto' });
  return Promise.resolve({ ...extraction, diagnoses, verdict: verdictOf({ ...extraction, diagnoses }) });
};
const folder = (id: string, choice: 'replace' | 'leave-out' | 'keep'): Promise<readonly FolderFile[]> => {
  const [kind] = testKinds(server).filter((one) => one.id === id);
  if (kind === undefined) throw new Error(`There is no ${id}.`);
  return testFolder(cases, { kind, server, choice, read });
};

describe('a folder of tests', () => {
  it.each([
    ['vitest', 'reply-002.test.ts'],
    ['pytest', 'test_reply_002.py'],
    ['exunit', 'reply_002_test.exs'],
  ])('%s: a file for each reply, and a list of them', async (id, second) => {
    const files = await folder(id, 'keep');
    expect(files).toHaveLength(4);
    expect(files[1]?.name).toBe(second);
    expect(files[1]?.text).toContain('ann@pumps.example.org');
    // The calls of the log are asserted, and not what is read.
    expect(files[0]?.text).toContain('5');
    expect(files[3]?.text).toContain(`| ${files[0]?.name ?? ''} | a b | the calls of the log |`);
    expect(files[3]?.text).toContain('| q2 | what the server returns |');
    const unpacked = unzipSync(zipOf(files));
    expect(Object.keys(unpacked)).toEqual(files.map(({ name }) => name));
    expect(new TextDecoder().decode(unpacked[second])).toBe(files[1]?.text);
  });

  it('names what looks private, and replaces it or leaves it out', async () => {
    expect(privateWords(cases.map((one) => caseFields(one, server)))).toEqual({ words: '1 e-mail address', cases: 1 });
    const replaced = await folder('pytest', 'replace');
    expect(replaced).toHaveLength(4);
    expect(replaced.map(({ text }) => text).join('')).not.toContain('ann@');
    // What stands in its place is asserted as well: the test agrees with its text.
    expect(replaced[1]?.text).toContain('mail');
    const left = await folder('pytest', 'leave-out');
    expect(left.map(({ name }) => name)).toEqual(['test_reply_001.py', 'test_reply_002.py', 'README.md']);
  });

  it('modules of Elixir have names of their own', async () => {
    const modules = (await folder('exunit', 'keep')).flatMap(({ text }) => /defmodule (\w+)/.exec(text)?.[1] ?? []);
    expect(new Set(modules).size).toBe(3);
  });
});
