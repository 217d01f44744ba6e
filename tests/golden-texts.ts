import { goldenLines, goldenNames } from './conformance/golden-files.ts';

/** The projects whose parsers are files of Python. */
export const projectsOfFiles = ['vllm', 'sglang', 'lmdeploy', 'mlx', 'vllm-mlx'] as const;

/** The texts that the originals of a project were asked, without what they answered. Small, because tools are written once. */
interface GoldenTexts {
  readonly tools: readonly (readonly unknown[])[];
  /** By the flag of the parser: `id`, text, and the index of its tools. */
  readonly texts: Readonly<Record<string, readonly (readonly [id: string, text: string, tools: number])[]>>;
}

export function goldenTexts(project: string): GoldenTexts {
  const tools = new Map<string, number>();
  const texts: Record<string, [string, string, number][]> = {};
  for (const name of goldenNames) {
    const flag = new RegExp(`^engines/${project}/([^/]+)\\.jsonl$`).exec(name)?.[1];
    if (flag === undefined) continue;
    const seen = new Set<string>();
    for (const line of goldenLines(name) as { id: string; text: string; tools: readonly unknown[] }[]) {
      if (seen.has(line.text)) continue;
      seen.add(line.text);
      const key = JSON.stringify(line.tools);
      if (!tools.has(key)) tools.set(key, tools.size);
      (texts[flag] ??= []).push([line.id, line.text, tools.get(key) ?? 0]);
    }
  }
  return { tools: [...tools.keys()].map((key) => JSON.parse(key) as unknown[]), texts };
}
