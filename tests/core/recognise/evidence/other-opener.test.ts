import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences, extract, openStream, runtimesFor } from '../../../../src/core/index.ts';
import { formatList } from '../../../../src/core/formats/index.ts';
import { openers } from '../../../../src/core/recognise/evidence/findings/other-opener.ts';

const bareExample = (engine: 'vllm' | 'sglang', parser: string): string => {
  const example = formatList.find(({ readers }) => readers[engine]?.includes(parser))?.example ?? '';
  return example.replace(/^<[^>]*>/, '');
};

/** Without the marker: [alone, after words], whole and streamed. */
const reads = {
  'every-brace': [true, true, true, false],
  first: [true, false, true, false],
  'first-if-whole': [true, false, false, false],
  whole: [true, true, true, true],
  newer: [true, true, true, true],
  anywhere: [true, true, true, true],
} as const;

describe('a parser that finds calls without the marker', () => {
  it.each(Object.entries(openers))('%s is emulated as %s', async (name, opener = 'anywhere') => {
    const [engine, parser] = name.split(' ') as ['vllm' | 'sglang', string];
    const runtime = `${engine}:${parser}`;
    const runtimes = await runtimesFor(runtime);
    const call = bareExample(engine, parser);
    const whole = (text: string): boolean => extract({ text }, { runtime, runtimes }).calls.length > 0;
    const streamed = (text: string): boolean => {
      const stream = openStream({ runtime, runtimes });
      for (const piece of text.match(/[^]{1,3}/g) ?? []) stream.push(piece);
      return stream.end().extraction.calls.length > 0;
    };
    const after = `Sure. ${call}`;
    const found = [whole(call), whole(after), streamed(call)];
    expect(found).toEqual(reads[opener].slice(0, 3));
    if (opener === 'every-brace' || opener === 'first') expect(streamed(after)).toBe(false);
  });

  it.each(['vllm:qwen3_coder', 'vllm:seed_oss', 'vllm:minimax_m2'])(
    '%s of before needs it, at least in a stream',
    async (newer) => {
      const runtimes = await runtimesFor(newer);
      const runtime = `${newer}@2026-05`;
      const [engine, parser] = newer.split(':') as ['vllm', string];
      const stream = openStream({ runtime, runtimes });
      for (const piece of bareExample(engine, parser).match(/[^]{1,3}/g) ?? []) stream.push(piece);
      expect(stream.end().extraction.calls).toEqual([]);
    },
  );
});

const call = '{"name": "ring_bell", "parameters": {"times": 3}}';

function said(text: string, { parser = 'llama3_json', isStream = false, server = 'vllm serve' } = {}): string {
  const content = JSON.stringify(text);
  const model = '"model": "meta-llama/Llama-3.3-70B-Instruct"';
  const own = server === 'vllm serve' ? '"stop_reason": null' : '"matched_stop": 128009';
  const answer = isStream
    ? `data: {"id": "chatcmpl-77", "object": "chat.completion.chunk", ${model}, "choices": [{"index": 0, "delta": {"role": "assistant", "content": ${content}}, "finish_reason": "stop", ${own}}]}\n\ndata: [DONE]`
    : `{"id": "chatcmpl-77", "object": "chat.completion", ${model}, "choices": [{"index": 0, "message": {"role": "assistant", "content": ${content}}, "finish_reason": "stop", ${own}}]}`;
  const flags = server === 'vllm serve' ? '--enable-auto-tool-choice ' : '';
  const { headline, causes } = evidenceSentences(
    evidenceOf({
      content: `${server} meta-llama/Llama-3.3-70B-Instruct ${flags}--tool-call-parser ${parser}\n\n${answer}`,
      name: null,
    }),
  );
  return `${headline} | ${causes[0]?.why ?? ''} | ${causes[0]?.fix ?? ''}`;
}

describe('what is said of a call that such a parser left as text', () => {
  it('names the brace that begins no call', () => {
    const text = said(`I put it into {tower}:\n${call}`);
    expect(text).toContain('tries every `{` of a reply, and `{tower}` begins no call.');
    expect(text).not.toContain('looks for');
  });

  it('names a brace after the call, and one of two calls that touch', () => {
    expect(said(`${call}\nDone {really}.`)).toContain('`{really}` begins no call');
    expect(said(call + call)).toContain('begins no call');
  });

  it('does not blame the marker, nor words, where every brace is a call', () => {
    for (const text of [call, `Sure.\n${call}`, `<|python_tag|>${call}`])
      expect(said(text)).toContain('reads this format, and did not take the call');
  });

  it('wants the call first in a stream', () => {
    expect(said(`Sure.\n${call}`, { isStream: true })).toContain(
      'In a stream, the parser `llama3_json` wants the call first, and other text is before this one. | Say',
    );
  });

  it('wants it first under SGLang', () => {
    const sglang = { parser: 'llama3', server: 'python -m sglang.launch_server --model-path' };
    expect(said(`Sure.\n${call}`, sglang)).toContain('`llama3` wants the call first');
    expect(said(`<|python_tag|>${call}`, sglang)).not.toContain('wants the call first');
  });
});
