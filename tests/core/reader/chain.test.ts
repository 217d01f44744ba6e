import { describe, expect, it } from 'vitest';
import {
  diagnose,
  extract,
  type Extraction,
  openStream,
  promptOpened,
  runtimesFor,
  stationsOf,
  verdictOf,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { sglangRuntimes } from '../../../src/core/engines/sglang/index.ts';
import { vllmRuntimes } from '../../../src/core/engines/vllm/index.ts';
import { goldenLines } from '../../conformance/golden-files.ts';
import { someOf } from '../../thorough.ts';

const tools: readonly ToolDefinition[] = [{ name: 'find_ferry' }, { name: 'ring_bell' }];
const runtimes = [...vllmRuntimes, ...sglangRuntimes];
const call = '<tool_call>\n{"name": "find_ferry", "arguments": {"port": "Malmö"}}\n</tool_call>';

function read(text: string, runtime: string, reasoning: string, prompt?: string): Extraction {
  return extract({ text }, { runtime, reasoning, runtimes, tools, request: { prompt } });
}

function streamed(text: string, runtime: string, reasoning: string, prompt?: string, size = 1): Extraction {
  const stream = openStream({ runtime, reasoning, runtimes, tools, request: { prompt } });
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  return stream.end().extraction;
}

function pieces({ document, ledger }: Extraction): [string, string][] {
  return ledger.map(({ kind, from, to }) => [kind, document.slice(from, to)]);
}

describe('a reasoning parser before a tool parser', () => {
  const text = `<think>I need the ferry.</think>\n\n${call}`;

  it('is one runtime: thinking, tags and calls in one ledger', () => {
    const extraction = read(text, 'vllm:hermes', 'qwen3');
    expect(extraction).toMatchObject({ reasoning: 'I need the ferry.', content: null, outcome: 'calls', lost: [] });
    expect(extraction.runtime).toMatchObject({ id: 'vllm:hermes', label: 'vLLM qwen3 → hermes' });
    expect(pieces(extraction)).toEqual([
      ['markup', '<think>'],
      ['reasoning', 'I need the ferry.'],
      ['markup', '</think>'],
      ['markup', '\n\n'],
      ['call', call],
    ]);
  });

  it('has places in the reply, also in a stream of characters', () => {
    for (const extraction of [read(text, 'sglang:hermes', 'qwen3'), streamed(text, 'vllm:hermes', 'deepseek_r1')]) {
      const [found] = extraction.calls;
      expect(extraction.document.slice(found?.span.from, found?.span.to)).toContain('"arguments": {"port": "Malmö"}');
      expect(found?.argumentsText).toBe('{"port":"Malmö"}');
    }
  });

  it('is off for a flag that the server does not know, and without one', () => {
    const plain = extract({ text }, { runtime: 'vllm:hermes', runtimes, tools });
    expect(read(text, 'vllm:hermes', 'nothing').runtime.label).toBe(plain.runtime.label);
    expect(read(text, 'vllm:hermes', '').content).toBe(plain.content);
  });

  it('loses a call that the thinking keeps, and says so', () => {
    const extraction = read(call, 'vllm:hermes', 'deepseek_r1');
    expect(pieces(extraction)).toEqual([['reasoning', call]]);
    const { reason } = verdictOf(extraction);
    expect(reason).toContain('The reasoning parser takes all of the reply: nothing is left for the tool parser');
  });

  it('makes calls inside of the thinking in a stream whose prompt has an old closing tag', () => {
    const prompt = '<think>old</think>An old answer.\nassistant\n';
    const thought = `<think>Maybe ${call}</think>\n\nNo.`;
    expect(read(thought, 'vllm:hermes', 'deepseek_r1', prompt).calls).toHaveLength(0);
    const stream = streamed(thought, 'vllm:hermes', 'deepseek_r1', prompt, 3);
    expect(stream.calls).toHaveLength(1);
    expect(stream.trace.some((event) => event.kind === 'quirk' && event.code === 'prompt-ended')).toBe(true);
  });

  it('is read by SGLang streamed as a call and whole as a thought', () => {
    const thought = `<think>Maybe ${call}</think>\nNo.`;
    expect(read(thought, 'sglang:hermes', 'qwen3').calls).toHaveLength(0);
    expect(streamed(thought, 'sglang:hermes', 'qwen3', undefined, 4).calls).toHaveLength(1);
  });

  it('never starts the tool parser in a stream of granite', () => {
    const text =
      'Here is my thought process: I call.Here is my response:<|tool_call|>[{"name": "ring_bell", "arguments": {}}]';
    expect(read(text, 'vllm:granite', 'granite').calls).toHaveLength(1);
    const stream = streamed(text, 'vllm:granite', 'granite', undefined, 4);
    expect(stream.calls).toHaveLength(0);
    expect(verdictOf(stream).reason).toContain('the tool parser never started');
  });
});

describe('its stations', () => {
  it('say what each got, took, passed on and lost', () => {
    const text = `Hm. <think>why</think>${call} bye`;
    const extraction = read(text, 'vllm:hermes', 'deepseek_r1');
    const shown = stationsOf(extraction).map(({ id, took, passed, lost }) => [
      id,
      ...[took, passed, lost].map((spans) => spans.map(({ from, to }) => text.slice(from, to))),
    ]);
    expect(shown).toEqual([
      ['reasoning', ['why'], [`${call} bye`], ['Hm. ']],
      ['tools', [call], [], [' bye']],
      ['client', ['why', call], [], []],
    ]);
  });

  it('are none for a runtime without a reasoning parser', () => {
    expect(stationsOf(extract({ text: call }, { runtime: 'vllm:hermes', runtimes, tools }))).toEqual([]);
  });
});

describe('every reply', () => {
  interface Line {
    readonly id: string;
    readonly engine: string;
    readonly reasoningParser: string;
    readonly parser?: string;
    readonly text: string;
    readonly prompt?: string;
    readonly tools?: readonly ToolDefinition[];
  }
  const lines = ['vllm', 'sglang'].flatMap((project) => goldenLines(`chains/${project}.jsonl`) as Line[]);

  it('is covered once, whole and streamed, and its reasoning is what the ledger calls so', () => {
    const wrong: string[] = [];
    const some = someOf(lines, 1 / 2, ({ id }) => id);
    for (const { engine, reasoningParser: reasoning, parser, text, prompt, tools: declared = [] } of some) {
      const tool = runtimes.find(({ id }) => id === `${engine}:${parser ?? ''}`);
      if (tool === undefined) continue;
      const options = { runtime: tool.id, reasoning, runtimes, tools: declared, request: { prompt } };
      const stream = openStream(options);
      for (const piece of text.match(/.{1,4}/gsu) ?? []) stream.push(piece);
      for (const { ledger, document, calls } of [extract({ text }, options), stream.end().extraction]) {
        const covers = ledger.every(({ from }, at) => from === (ledger[at - 1]?.to ?? 0));
        const isWhole = (ledger.at(-1)?.to ?? 0) === document.length;
        const inside = calls.every(({ span }) => span.from >= 0 && span.to <= document.length && span.from <= span.to);
        if (!covers || !isWhole || !inside) wrong.push(`${tool.id} ${reasoning} ${JSON.stringify(text)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('what the prompt had opened', () => {
  it('is said by the rendered prompt first', () => {
    expect(promptOpened({ prompt: '<|im_start|>assistant\n<think>\n', text: '</think>' })).toMatchObject({
      state: 'open',
      by: 'prompt',
      sentence: 'The prompt ends with `<think>`, so the reply counts as thinking up to `</think>`.',
    });
    expect(promptOpened({ prompt: 'assistant\n<think>\n\n</think>\n\n', model: 'GLM-4.7' }).state).toBe('closed');
  });

  it('is said by a closing tag without an opening one', () => {
    expect(promptOpened({ text: 'so I call it\n</think>\n' })).toMatchObject({ state: 'open', by: 'text' });
    expect(promptOpened({ text: '<think>so</think>' }).state).toBe('unknown');
    expect(promptOpened({ text: '<|channel|>analysis<|message|>so<|end|>' }).state).toBe('unknown');
  });

  it('is said by the name of the model last', () => {
    expect(promptOpened({ model: 'zai-org/GLM-4.7-Flash', text: call })).toMatchObject({ state: 'open', by: 'model' });
    expect(promptOpened({ model: 'Qwen/Qwen3-Coder-30B-A3B-Instruct', text: call }).state).toBe('unknown');
    expect(promptOpened({})).toMatchObject({ state: 'unknown', sentence: '' });
  });

  it.each([
    ['llamacpp:glm-4.7', '<tool_call>chime</tool_call>', 'chime'],
    [
      'llamacpp:minimax-m2',
      '<minimax:tool_call>\n<invoke name="ring_bell">\n</invoke>\n</minimax:tool_call>',
      'ring_bell',
    ],
  ])('decides the verdict of %s, with an edit that mends it', async (runtime, text, name) => {
    const options = { runtime, runtimes: await runtimesFor(runtime), tools: [{ name }] };
    const extraction = extract({ text }, options);
    expect(extraction.calls).toHaveLength(0);
    const diagnoses = diagnose(extraction, options);
    expect(diagnoses[0]?.edit?.label).toBe('Close the reasoning');
    expect(verdictOf({ ...extraction, diagnoses }).reason).toContain(
      "The template's prompt opens the reasoning, and the reply never closes it",
    );
  });
});

describe('the reasoning parser that belongs to a tool parser', () => {
  const preset = (id: string, model: string | null): string | null | undefined =>
    runtimes.find((runtime) => runtime.id === id)?.reasoning?.preset(model);

  it('goes by the model, then by the flag', () => {
    expect(preset('vllm:hermes', null)).toBe('qwen3');
    expect(preset('vllm:hermes', 'Hcompany/Holo2-8B')).toBe('holo2');
    expect(preset('vllm:hermes', 'NousResearch/Hermes-3-Llama-3.1-8B')).toBeNull();
    expect(preset('sglang:qwen3_coder', 'Qwen/Qwen3-Coder-30B-A3B-Instruct')).toBeNull();
    expect(preset('sglang:deepseekv3', null)).toBe('deepseek-r1');
    expect(preset('vllm:jamba', null)).toBeNull();
  });

  it('is one that the server has', () => {
    for (const { id, reasoning } of runtimes) {
      const flag = reasoning?.preset(null) ?? null;
      if (flag !== null) expect([id, flag, reasoning?.with(flag)?.id]).toEqual([id, flag, id]);
    }
  });
});
