import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startPython } from '../app/parser-file/python-under-test.ts';
import { golden } from './original.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../app/parser-file/parsers/${name}`, import.meta.url));

test('a parser file is compared with its emulation on all golden texts, and writes a golden file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    const out = join(folder, 'original.jsonl');
    const said: string[] = [];
    const options = { runtime: 'vllm:hermes', out, log: (line: string) => said.push(line), ask: await startPython() };
    // One difference is planted: the file reads `parameters` as well.
    expect(await golden({ ...options, paths: [pathOf('hermes_like.py')] })).toBe(1);
    expect(said.join('\n')).toContain('calls: 1\n  vprobe-hermes-014@hermes: "<tool_call>');
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(70);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      engine: 'vllm',
      parser: 'hermes',
      expected: { calls: [{ name: 'find_ferry', argumentsText: '{"port": "Malmö", "cars": 2}' }], content: null },
    });

    // The releases that answered the golden texts are not those of the file.
    expect(lines.filter((line) => 'versions' in (JSON.parse(line) as object))).toEqual([]);
    expect(said.at(-1)).toContain('"versions"');

    const run = (runtime: string, name: string): Promise<number> =>
      golden({ ...options, runtime, paths: [pathOf(name)] });
    // Nothing is planted here: the base class that Callscope has for SGLang streams as the original does.
    expect(await run('sglang:qwen25', 'qwen_like.py')).toBe(0);
    await run('vllm:mistral', 'hermes_like.py');
    // What else a text was asked with is kept.
    expect(JSON.parse(readFileSync(out, 'utf8').split('\n')[0] ?? '')).toHaveProperty('variant');
    await expect(run('vllm:nobody', 'hermes_like.py')).rejects.toThrow('There are no golden texts of vllm:nobody.');
    await expect(run('vllm:hermes', 'plug_in_helper.py')).rejects.toThrow('The file holds no parser');
    await run('vllm:hermes', 'plug_in.py');
    expect(said.at(-1)).toBe('Made up, because no file has it: plug_in_helper.call_of, tokenizer.encode');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
