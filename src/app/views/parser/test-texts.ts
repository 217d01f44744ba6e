import fixtures from 'virtual:format-fixtures';
import type { RuntimeInfo, ToolDefinition } from '../../../core/index.ts';

/** A text on which two readers are compared. */
export interface TestText {
  /** `hermes/one-call`, or the id of a line of golden data. */
  readonly id: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** What the originals of a project were asked, by the flag of the parser; the last is the index of the tools. */
export interface GoldenTexts {
  readonly tools: readonly (readonly ToolDefinition[])[];
  readonly texts: Readonly<Record<string, readonly (readonly [id: string, text: string, tools: number])[]>>;
}

/** By project, because each is some 50 kB. */
const golden: Readonly<Record<string, () => Promise<{ readonly default: GoldenTexts }>>> = {
  vllm: () => import('virtual:golden-texts/vllm'),
  sglang: () => import('virtual:golden-texts/sglang'),
  lmdeploy: () => import('virtual:golden-texts/lmdeploy'),
  mlx: () => import('virtual:golden-texts/mlx'),
  'vllm-mlx': () => import('virtual:golden-texts/vllm-mlx'),
};

/** All golden texts of a parser, then the test texts of its formats; each text once. */
export async function testTexts({
  id,
  project,
  formats,
}: Pick<RuntimeInfo, 'id' | 'project' | 'formats'>): Promise<TestText[]> {
  const [flag = ''] = id.slice(id.indexOf(':') + 1).split('@');
  const known = (await golden[project]?.())?.default;
  const asked = (known?.texts[flag] ?? []).map(([name, text, tools]) => ({
    id: name,
    text,
    tools: known?.tools[tools] ?? [],
  }));
  const ofFormats = formats.flatMap((format) =>
    (fixtures[format] ?? []).map(({ name, text, tools }) => ({ id: `${format}/${name}`, text, tools })),
  );
  return [...new Map([...ofFormats, ...asked].map((one) => [one.text, one])).values()];
}
