import { describe, expect, it } from 'vitest';
import {
  diagnose,
  extract,
  recordChunks,
  runtimesFor,
  type Diagnosis,
  type Recording,
  type Runtime,
} from '../../../src/core/index.ts';
import { fixtures } from '../../fixtures.ts';
import { flash } from '../engines/made-up/flash.ts';

async function under(
  runtime: string,
  text: string,
  recording: Recording | null = null,
): Promise<Diagnosis | undefined> {
  const options = { runtime, runtimes: await runtimesFor(runtime) };
  return diagnose(extract({ text }, options), { ...options, recording }).find(({ code }) => code === 'D32');
}

const textOf = (format: string, name: string): string =>
  fixtures.find((one) => one.format === format && one.name === name)?.text ?? '';
const trailing = 'Wait.\n<tool_call>\n{"name": "ring_bell", "arguments": {"tower": "north",}}\n</tool_call>';

describe('a stream that returns another result', () => {
  it('says what differs, and at which chunk', async () => {
    const found = await under('vllm:hermes', trailing);
    expect(found?.message).toMatch(
      /^vLLM hermes returns another result when it streams\. Whole: no call, 86 characters of text\. Streamed: 1 call, 6 characters of text\./,
    );
    expect(found?.message).toMatch(/The stream differs from the whole result from chunk \d+ of \d+ on: `.+` \(line 3/);
    expect(found?.edit).toBeNull();
  });

  it('advises the answer that has all calls', async () => {
    expect((await under('vllm:internlm', textOf('internlm2', 'one-call')))?.remedy).toContain('`stream: false`');
    expect((await under('sglang:qwen25', trailing))?.remedy).toContain('`stream: true`');
    expect((await under('vllm:hermes', trailing))?.remedy).toContain('First mend what is wrong with the whole reply.');
  });

  it('shows the arguments around the first character that differs', async () => {
    const found = await under('vllm:jamba', textOf('jamba', 'one-call'));
    expect(found?.message).toContain('The arguments of call 1: whole `…');
    expect(found?.message).toContain('`, streamed `…');
  });

  it('is silent where only the escapes of a text differ', async () => {
    const call = '<tool_call>\n{"name": "write_note", "arguments": {"text": "a \\/ b"}}\n</tool_call>';
    expect(await under('vllm:hermes', call)).toBeUndefined();
  });

  it('says where nothing wrong is sent, and something never comes', async () => {
    const text = textOf('functools', 'one-call');
    const found = await under('vllm:phi4_mini_json', text);
    expect(found?.message).toContain('Whole: 1 call. Streamed: no call. Everything that the stream sends matches');
    expect(found?.span.to).toBe(text.length);
  });
});

it('the chunk is the first after which what was sent is no beginning of the whole answer', async () => {
  // One chunk for each line: the difference is in the line with the JSON, whatever a tokenizer would make of it.
  const recording = recordChunks(trailing.split(/(?<=\n)/).map((text) => ({ text, at: null })));
  const found = await under('vllm:hermes', trailing, recording);
  expect(found?.message).toContain('from chunk 3 of 4 on');
  expect(trailing.slice(found?.span.from, found?.span.to)).toBe(trailing.split(/(?<=\n)/)[2]);
});

it('the recorded chunks decide whether there is a difference', async () => {
  const whole = recordChunks([{ text: trailing, at: null }]);
  const inOne = await under('vllm:hermes', trailing, whole);
  const inTokens = await under('vllm:hermes', trailing);
  expect(inTokens).toBeDefined();
  expect(inOne?.message).not.toBe(inTokens?.message);
});

describe('nothing is said', () => {
  it.each([
    ['where both answers are the same', 'vllm:hermes', trailing.replace(',}', '}')],
    ['of white space, and of how arguments are spelled', 'vllm:hermes', `${trailing.replace(',}', ' }')}\n`],
    ['of long texts', 'vllm:hermes', trailing.replace('north', 'n'.repeat(8000))],
    ['of texts whose every chunk costs much', 'vllm:hermes', trailing.replace('north', 'no '.repeat(2000))],
    ['of an agent system', 'exathena', trailing],
    ['of our own readers', 'auto', trailing],
  ])('%s', async (_what, runtime, text) => {
    expect(await under(runtime, text)).toBeUndefined();
  });

  it('where the original waits for the end', () => {
    const waiting = Object.fromEntries(Object.entries(flash).filter(([key]) => key !== 'stream'));
    const runtimes: readonly Runtime[] = [{ ...(waiting as unknown as Runtime), id: 'vllm:waiting' }];
    const options = { runtime: 'vllm:waiting', runtimes };
    const text = '!flash turn_lamp {"by": 1}';
    expect(diagnose(extract({ text }, options), options).map(({ code }) => code)).not.toContain('D32');
    const streaming = { runtime: 'vllm:flash', runtimes: [{ ...flash, id: 'vllm:flash' }] };
    // Its stream looks for the opener in each chunk alone.
    const codes = diagnose(extract({ text }, streaming), {
      ...streaming,
      recording: recordChunks([
        { text: '!fla', at: null },
        { text: text.slice(4), at: null },
      ]),
    }).map(({ code }) => code);
    expect(codes).toContain('D32');
  });
});
