import { describe, expect, it } from 'vitest';
import { projectInfos, type ProjectInfo, type RuntimeInfo } from '../../../src/core/index.ts';
import {
  likelyFirst,
  modelWords,
  ofModel,
  readersFirst,
  searchRuntimes,
} from '../../../src/app/page/search-runtimes.ts';

function engine(id: string, formats: readonly string[], version = 'main of 2026-08-02'): RuntimeInfo {
  const [project = '', name = ''] = id.split(':');
  const flag = name.replace(/@.*/, '');
  return {
    id,
    project,
    flag: `--tool-call-parser ${flag}`,
    label: `${project} ${flag}`,
    emulates: 'Reads what hermes reads.',
    source: { version },
    formats,
    lenient: false,
    tiers: [flag],
    asks: [],
  };
}

const projects: readonly ProjectInfo[] = [
  ...projectInfos(),
  {
    id: 'vllm',
    label: 'vLLM',
    runtimes: [
      engine('vllm:glm45', ['glm-4.5']),
      engine('vllm:glm45@2026-05', ['glm-4.5'], 'main of 2026-05-18'),
      engine('vllm:hermes', ['hermes']),
      engine('vllm:qwen3_coder', ['qwen3-coder-xml']),
    ],
  },
  {
    id: 'sglang',
    label: 'SGLang',
    runtimes: [engine('sglang:hermes', ['hermes']), engine('sglang:qwen25', ['hermes'])],
  },
];

const idsFor = (wanted: string): string[] => searchRuntimes(projects, wanted).lines.map(({ id }) => id);
const bestFor = (wanted: string): string | undefined => {
  const { lines, best } = searchRuntimes(projects, wanted);
  return lines[best]?.id;
};

it('finds what has several releases by that word', () => {
  for (const word of ['release', 'older', 'version'])
    expect(searchRuntimes(projects, word).lines.map(({ id }) => id)).toEqual(['vllm:glm45', 'vllm:glm45@2026-05']);
  expect(searchRuntimes(projects, 'glm release').lines).toHaveLength(2);
  expect(searchRuntimes(projects, 'hermes release').lines).toEqual([]);
});

describe('the parsers of a model', () => {
  const { lines } = searchRuntimes(projects, '');
  const parsers = ['vllm:hermes', 'sglang:qwen25'];
  const ids = (some: typeof lines): string[] => some.map(({ id }) => id);

  it('are those of every project, or of the one that is named beside it', () => {
    expect(ids(ofModel(lines, parsers, 'qwen2.5-coder'))).toEqual(parsers);
    expect(ids(ofModel(lines, parsers, 'SGLang qwen2.5-coder'))).toEqual(['sglang:qwen25']);
    expect(ids(ofModel(lines, parsers, 'ollama qwen2.5-coder'))).toEqual(parsers);
  });

  it('are those of the model that the words of a person name', () => {
    expect(modelWords('I use qwen2.5-coder:14b on port 11434. With llama3.1 it works.')).toBe(
      'qwen2.5-coder:14b llama3.1',
    );
    expect(modelWords('It does not work.')).toBe('');
  });

  it('come first in their project', () => {
    const own = searchRuntimes(
      projects.filter(({ id }) => id === 'sglang'),
      '',
    ).lines;
    expect(ids(likelyFirst(own, parsers, [], []))).toEqual(['sglang:qwen25', 'sglang:hermes']);
    expect(ids(likelyFirst(own, [], [], []))).toEqual(['sglang:hermes', 'sglang:qwen25']);
  });
});

describe('what reads the reply', () => {
  const { lines } = searchRuntimes(
    projects.filter(({ id }) => id === 'vllm'),
    '',
  );

  it('comes first, with its older release', () => {
    expect(readersFirst(lines, ['qwen3-coder-xml'], []).map(({ id }) => id)).toEqual([
      'vllm:qwen3_coder',
      'vllm:glm45',
      'vllm:glm45@2026-05',
      'vllm:hermes',
    ]);
    const both = readersFirst(lines, ['glm-4.5', 'hermes'], ['vllm:hermes']).map(({ id }) => id);
    expect(both).toEqual(['vllm:hermes', 'vllm:glm45', 'vllm:glm45@2026-05', 'vllm:qwen3_coder']);
  });

  it('comes after the parser of the model, and first where nobody names one', () => {
    const first = (parsers: readonly string[]): string | undefined =>
      likelyFirst(lines, parsers, ['qwen3-coder-xml'], [])[0]?.id;
    expect(first(['vllm:hermes'])).toBe('vllm:hermes');
    expect(first([])).toBe('vllm:qwen3_coder');
  });

  it('is nothing where no format is known', () => {
    expect(readersFirst(lines, [], ['vllm:hermes'])).toEqual(lines);
    expect(readersFirst(lines, ['kimi-k2'], [])).toEqual(lines);
  });
});

describe('the search for a runtime', () => {
  it('finds all in the order of the projects when nothing is asked for', () => {
    expect(idsFor('')).toEqual(projects.flatMap(({ runtimes }) => runtimes.map(({ id }) => id)));
  });

  it('looks at label, flag, id, formats and project, with all words in any order', () => {
    expect(idsFor('qwen')).toEqual(['vllm:qwen3_coder', 'sglang:qwen25']);
    expect(idsFor('SGLANG tool-call-parser hermes')).toEqual(['sglang:hermes', 'sglang:qwen25']);
    expect(idsFor('qwen3-coder')).toEqual(['vllm:qwen3_coder']);
    expect(idsFor('chatcli shim')).toEqual(['chatcli-shim']);
    expect(idsFor('no such words')).toEqual([]);
  });

  it('does not find by the name of a format what reads them all', () => {
    expect(idsFor('hermes')).toEqual(['exathena-head', 'vllm:hermes', 'sglang:hermes', 'sglang:qwen25']);
  });

  it('knows which fits best: what is called so, then what begins so', () => {
    expect(bestFor('hermes')).toBe('vllm:hermes');
    expect(bestFor('vLLM hermes')).toBe('vllm:hermes');
    expect(bestFor('sglang hermes')).toBe('sglang:hermes');
    expect(bestFor('qwen25')).toBe('sglang:qwen25');
    expect(bestFor('exathena')).toBe('exathena');
    expect(bestFor('no such words')).toBeUndefined();
  });

  it('sets an older release under the newest of its flag, and finds it by its date', () => {
    const { lines } = searchRuntimes(projects, 'glm45');
    expect(lines.map(({ id, isOlder }) => [id, isOlder])).toEqual([
      ['vllm:glm45', false],
      ['vllm:glm45@2026-05', true],
    ]);
    expect(idsFor('glm45 2026-05')).toEqual(['vllm:glm45@2026-05']);
  });

  it('does not call a release with a higher number older', () => {
    const runtimes = [
      engine('ai-sdk:made-up', [], '4.1.26'),
      engine('ai-sdk:made-up@5.1.6', [], '5.1.6'),
      engine('ai-sdk:made-up@4.1.9', [], '4.1.9'),
    ];
    const { lines } = searchRuntimes([{ id: 'ai-sdk', label: 'AI SDK', runtimes }], 'made-up');
    expect(lines.map(({ isOlder }) => isOlder)).toEqual([false, false, true]);
  });
});

it('by several words, best fits the one whose name holds all of them', () => {
  const named = (id: string, label: string): RuntimeInfo => ({ ...engine(id, ['qwen3-coder-xml']), label });
  const runtimes = [
    named('vllm:mimo@2026-05', 'vLLM mimo (May 2026)'),
    named('vllm:qwen3_coder@2026-05', 'vLLM qwen3_coder (May 2026)'),
  ].map((one) => ({ ...one, emulates: 'The same class as qwen3_coder.', flag: '--tool-call-parser qwen3_coder' }));
  const { lines, best } = searchRuntimes([{ id: 'vllm', label: 'vLLM', runtimes }], 'vllm qwen3_coder may');
  expect(lines.map(({ id }) => id)).toEqual(['vllm:mimo@2026-05', 'vllm:qwen3_coder@2026-05']);
  expect(lines[best]?.id).toBe('vllm:qwen3_coder@2026-05');
});
