import { describe, expect, it } from 'vitest';
import { extract, joinDeltas, verdictOf, type Extraction, type ToolDefinition } from '../../../../src/core/index.ts';
import { openDocument } from '../../../../src/core/trace/response.ts';
import { Recorder } from '../../../../src/core/trace/recorder.ts';
import { serveStream } from '../../../../src/core/engines/vllm/server.ts';
import type { Parsed } from '../../../../src/core/engines/vllm/parsed.ts';
import type { VllmRuntime } from '../../../../src/core/engines/vllm/parser.ts';
import { severalTokens, vllmServerTokens } from '../../../conformance/chunkers.ts';
import { pushed } from '../../../conformance/engines/called.ts';
import { engineLines } from '../../../conformance/engines/index.ts';
import { vllmRuntimes } from '../../../conformance/engines/vllm.ts';
import { goldenLines } from '../../../conformance/golden-files.ts';
import { someOf } from '../../../thorough.ts';

// What a client gets, where the golden data of a parser hold what the parser answers.

function served(runtime: VllmRuntime, text: string, tools: readonly ToolDefinition[]): Extraction {
  return extract({ text }, { runtime: runtime.id, runtimes: vllmRuntimes, tools });
}

function parsedBy({ parser }: VllmRuntime, text: string, tools: readonly ToolDefinition[]): Parsed {
  return parser.parse(text, tools, new Recorder<string>(openDocument({ text })));
}

function codes({ trace }: Extraction): string[] {
  return trace.flatMap((event) => ('code' in event ? [event.code] : []));
}

function newest(flag: string): VllmRuntime {
  return vllmRuntimes.find(({ parser, release }) => parser.flag === flag && release === '2026-08') as VllmRuntime;
}

interface Answer {
  readonly reasoning: string | null;
  readonly content: string | null;
  readonly calls: readonly { readonly name: string | null; readonly argumentsText: string }[];
}

interface ServerLine {
  readonly id: string;
  readonly parser: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
  readonly expected: Answer;
  readonly 'expected2026-08-02'?: Answer;
  readonly streaming?: Answer;
  readonly streaming3?: Answer;
  readonly 'streaming2026-08-02'?: Answer;
  readonly 'streaming3-2026-08-02'?: Answer;
}

const lines = goldenLines('servers/vllm.jsonl') as ServerLine[];
/** The server that `vllm:…` is: of 2 August. */
const wholeOf = (line: ServerLine): Answer => line['expected2026-08-02'] ?? line.expected;
const answered = ({ content, calls }: Answer): unknown => [
  content,
  calls.map(({ name, argumentsText }) => [name, argumentsText]),
];

it('returns no arguments of a call that has no name', () => {
  const reply = 'I can use the <tool_call> tag to call tools.';
  const extraction = served(newest('qwen3_coder'), reply, []);
  expect(extraction.content).toBe(reply);
  expect(codes(extraction)).toEqual(['text-dropped', 'name-missing', 'parser-lacks', 'input-returned']);
});

describe('what the server itself answered', () => {
  const unthinking = lines.filter((line) => wholeOf(line).reasoning === null);

  it('has lines', () => {
    expect(unthinking.length).toBeGreaterThanOrEqual(90);
    expect(new Set(unthinking.map(({ parser }) => parser)).size).toBeGreaterThanOrEqual(9);
  });

  it.each(unthinking.map((line) => [line.id, line] as const))('%s, whole', (_id, line) => {
    const { content, calls } = served(newest(line.parser), line.text, line.tools);
    const got = calls.map(({ name, returnedText }) => ({ name, argumentsText: returnedText }));
    expect(answered({ reasoning: null, content, calls: got })).toEqual(answered(wholeOf(line)));
  });

  it.each(unthinking.map((line) => [line.id, line] as const))('%s, streamed', (_id, line) => {
    const single = line['streaming2026-08-02'] ?? line.streaming ?? wholeOf(line);
    const wanted = [single, line['streaming3-2026-08-02'] ?? line.streaming3 ?? single];
    const got = [1, 3].map((count) => {
      const stream = serveStream(newest(line.parser).parser.stream(line.tools));
      const { content, calls } = joinDeltas(pushed(stream, severalTokens(line.text, count, vllmServerTokens)).deltas);
      return { reasoning: null, content: content === '' ? null : content, calls };
    });
    expect(got.map(answered)).toEqual(wanted.map(answered));
  });

  it('gives back what a parser swallowed', () => {
    const swallowed = lines.filter((line) => wholeOf(line).reasoning !== null);
    expect(swallowed).toHaveLength(5);
    for (const line of swallowed) {
      const given = line.text.slice(line.text.lastIndexOf('>\nUse') + 1);
      expect(parsedBy(newest(line.parser), given, line.tools).text).toBe('\nUse ');
      expect(wholeOf(line)).toMatchObject({ content: given, calls: [] });
      expect(served(newest(line.parser), given, line.tools)).toMatchObject({ content: given, calls: [], lost: [] });
    }
  });
});

// Of a documented parser there are no answers of the original.
const run = vllmRuntimes.filter(({ documented }) => documented === undefined);

describe.each(run.map((runtime) => [runtime.id, runtime] as const))('%s', (_id, runtime) => {
  const flag = (runtime.sameAs ?? runtime.id).replace(/^vllm:|[:@].*/g, '');
  const own = engineLines(`engines/vllm/${flag}.jsonl`);
  const odd = ['', ' ', '\n', '<tool_call>', '</tool_call> x', '[TOOL_CALLS]', '<think>x', '🎉 <|tool_call>'];
  const some = someOf(own, 1 / 2, ({ id }) => `${runtime.id} ${id}`);
  const texts = [...some, ...odd.map((text) => ({ text, tools: own[0]?.tools ?? [] }))];

  it('returns a reply without a call as it was', () => {
    for (const { text, tools } of texts) {
      const parsed = parsedBy(runtime, text, tools);
      if (parsed.called || parsed.raises !== undefined) continue;
      const extraction = served(runtime, text, tools);
      if (runtime.parser.ownsContent === true) {
        expect(extraction).toMatchObject({ content: parsed.text, calls: [] });
        continue;
      }
      expect(extraction).toMatchObject({ content: text, calls: [], lost: [] });
      const differs = parsed.text !== text && text !== '';
      expect([text, codes(extraction).includes('input-returned')]).toEqual([text, differs]);
      expect([text, codes(extraction).includes('parser-lacks')]).toEqual([text, differs]);
      if (text.trim() !== '') expect(verdictOf(extraction).gets).toContain('returns the whole reply as text');
    }
  });

  it('returns what a parser answers that reports calls', () => {
    for (const { text, tools } of texts) {
      const parsed = parsedBy(runtime, text, tools);
      if (!parsed.called) continue;
      const { content, calls, trace } = served(runtime, text, tools);
      expect(calls.length).toBe(parsed.calls.length);
      expect(content).toBe(parsed.text?.trim() === '' && parsed.text !== '' ? null : parsed.text);
      expect(trace.some((event) => 'code' in event && event.code === 'phantom')).toBe(parsed.calls.length === 0);
      expect(trace.some((event) => 'code' in event && event.code === 'input-returned')).toBe(false);
    }
  });
});

it('says of parsers that read in one pass later what is lost there', () => {
  const later = vllmRuntimes.filter(({ words }) =>
    JSON.stringify(words['parser-lacks']).includes('reads in one pass and loses it'),
  );
  expect(later.map(({ id }) => id)).toEqual([
    'vllm:deepseek_v4',
    'vllm:gemma4',
    'vllm:glm45',
    'vllm:glm47',
    'vllm:inkling',
    'vllm:kimi_k2',
    'vllm:ling3',
    'vllm:mimo',
    'vllm:minimax_m2',
    'vllm:mistral:v11',
    'vllm:qwen3_coder',
    'vllm:qwen3_xml',
    'vllm:seed_oss',
  ]);
});
