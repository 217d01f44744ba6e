import { afterEach, describe, expect, it, vi } from 'vitest';
import { Subject } from '../../../src/core/diagnose/subject.ts';
import { diagnose, extract, runtimesFor } from '../../../src/core/index.ts';

const call = '{"name": "read_file", "arguments": {"path": "/data/a.txt"}}';
const fence = `~~~tool_call\n${call}\n~~~\n`;
const tagged = `<tool_call>\n${call}\n</tool_call>\n`;

async function readsAgain(runtime: string, text: string): Promise<boolean> {
  const options = { runtime, runtimes: await runtimesFor(runtime) };
  const extraction = extract({ text }, options);
  const read = vi.spyOn(Subject.prototype, 'everyFormat', 'get');
  diagnose(extraction, options);
  return read.mock.calls.length > 0;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a rule reads the text in every format only where it may say something then', () => {
  it('not where many calls are returned', async () => {
    expect(await readsAgain('exathena', fence.repeat(25))).toBe(false);
    expect(await readsAgain('vllm:hermes', tagged.repeat(25))).toBe(false);
  });

  it('but where there are none', async () => {
    expect(await readsAgain('exathena', tagged)).toBe(true);
    expect(await readsAgain('vllm:hermes', fence)).toBe(true);
  });
});
