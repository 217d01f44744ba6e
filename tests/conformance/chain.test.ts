import { describe, expect, it } from 'vitest';
import { answer } from './adapter.ts';
import { goldenLines } from './golden-files.ts';
import { unmatched } from './unmatched.ts';

// Servers with a reasoning parser before their tool parser.

type ChainLine = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly reasoningParser: string;
  readonly parser?: string;
};

const asked = new Set([
  'id',
  'engine',
  'version',
  'reasoningParser',
  'parser',
  'cat',
  'text',
  'tools',
  'prompt',
  'chatTemplateKwargs',
  'forceReasoning',
  'streamReasoning',
]);

/** Answers of this summer; those of another date have the date in their key. */
const parts = {
  whole: ['expected', 'raises', 'toolError'],
  streamed: ['streaming', 'streaming3', 'streamingTokens'],
} as const;

function pick(fields: object, takes: (key: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => takes(key)));
}

/** As text in which the order of keys does not count. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}

describe.each(['vllm', 'sglang'])('%s', (project) => {
  const lines = goldenLines(`chains/${project}.jsonl`) as ChainLine[];
  const wrong = { whole: [] as string[], streamed: [] as string[] };
  for (const line of lines) {
    const got = answer(
      'chain',
      pick(line, (key) => asked.has(key)),
    ) as object;
    for (const part of ['whole', 'streamed'] as const) {
      const isPart = (key: string): boolean => (parts[part] as readonly string[]).includes(key);
      if (comparable(pick(got, isPart)) !== comparable(pick(line, isPart))) wrong[part].push(line.id);
    }
  }

  it.each(['whole', 'streamed'] as const)('is answered as the server answered, %s', (part) => {
    const known = lines.map(({ id }) => id).filter((id) => unmatched.has(`${id} ${part}`));
    expect(wrong[part]).toEqual(known);
  });

  it('has every pair of flags right in most lines', () => {
    const pairs = new Map<string, ChainLine[]>();
    for (const line of lines) {
      const pair = `${line.reasoningParser} ${line.parser ?? ''}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), line]);
    }
    const bad = [...pairs].filter(
      ([, those]) => those.filter(({ id }) => wrong.whole.includes(id)).length > those.length * 0.2,
    );
    expect(bad.map(([pair]) => pair)).toEqual([]);
  });

  it('notices an altered answer', () => {
    const [line] = lines;
    const got = answer(
      'chain',
      pick(line ?? {}, (key) => asked.has(key)),
    ) as { expected: object };
    expect(comparable({ ...got.expected, content: 'altered' })).not.toBe(comparable(line?.['expected']));
  });
});
