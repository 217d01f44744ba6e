import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { DeclaredTools } from '../../../src/core/index.ts';
import type { BatchFile } from '../../../src/app/worker/batch-protocol.ts';
import { openFiles } from '../../../src/app/worker/log-files.ts';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';

const log = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `q${String(index)}`, response: `${name} says ${String(index)}.` }),
  ).join('\n');

async function opened(files: readonly File[]): Promise<{ files: readonly BatchFile[]; replies: ReplyStore }> {
  const replies = new ReplyStore();
  let told: readonly BatchFile[] = [];
  await openFiles(
    files.map((file) => ({ file, mapping: null })),
    {
      replies,
      declared: new DeclaredTools(),
      progress: () => undefined,
      opened: (given) => {
        told = given;
      },
      isOver: () => false,
    },
  );
  return { files: told, replies };
}

function zipped(name: string, files: Readonly<Record<string, string>>, length?: number): File {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    { level: 0 },
  );
  return new File([new Uint8Array(bytes.subarray(0, length))], name);
}

const placed = ({ files }: { files: readonly BatchFile[] }): unknown =>
  files.map(({ name, opened: number, from, replies }) => [name, number, from, replies]);

it('a ZIP with several logs is opened as these logs are, each in its place', async () => {
  const runs = { 'run/a.jsonl': log('A', 3), 'README.md': '# Two runs', 'run/b.jsonl': log('B', 4) };
  const found = await opened([new File([log('C', 2)], 'c.jsonl'), zipped('run.zip', runs)]);
  expect(placed(found)).toEqual([
    ['c.jsonl', 0, 0, 2],
    ['run/a.jsonl', 1, 2, 3],
    ['run/b.jsonl', 1, 5, 4],
  ]);
  const texts = (await found.replies.read(0, 9)).map(({ text }) => text);
  expect([texts[2], texts[5], texts.length]).toEqual(['A says 0.', 'B says 0.', 9]);
});

it('a ZIP with one log, or with a file for each reply, is one file', async () => {
  expect(placed(await opened([zipped('one.zip', { 'a.jsonl': log('A', 3) })]))).toEqual([['one.zip', 0, 0, 3]]);
  const single = { 'a.jsonl': log('A', 1), 'b.jsonl': log('B', 1) };
  expect(placed(await opened([zipped('each.zip', single)]))).toEqual([['each.zip', 0, 0, 2]]);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${String(index)}.jsonl`, log('A', 2)]));
  expect(placed(await opened([zipped('many.zip', many)]))).toEqual([['many.zip', 0, 0, 80]]);
});

it('what is wrong with a log or the archive is said of it, and once', async () => {
  const runs = { 'a.jsonl': `${log('A', 3)}\n{"id": `, 'b.jsonl': log('B', 40) };
  const { files } = await opened([zipped('run.zip', runs, 1500)]);
  expect(files.map(({ name, troubles }) => [name, troubles])).toEqual([
    ['a.jsonl', 1],
    ['b.jsonl', files[1]?.troubles],
  ]);
  expect(files[1]?.troubles).toBeGreaterThan(0);
  expect(files.flatMap(({ problems }) => problems).length).toBe(files.reduce((sum, one) => sum + one.troubles, 0));
});
