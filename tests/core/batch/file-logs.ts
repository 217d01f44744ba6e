import { readFileSync } from 'node:fs';
import type { MadeLog } from './logs.ts';

const folder = new URL('files/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const answers = JSON.parse(read('answers.json')) as Readonly<Record<string, Pick<MadeLog, 'shape' | 'replies'>>>;

/** Made-up logs that are files of their own, in the structures of the tools that they are named after. */
export const fileLogs: readonly MadeLog[] = Object.entries(answers).map(([name, { shape, replies }]) => ({
  shape,
  name,
  content: read(name),
  replies,
}));
