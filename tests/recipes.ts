import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = new URL('../', import.meta.url);

export function readRecipe(name: string): string {
  return readFileSync(new URL(`docs/add/${name}.md`, root), 'utf8');
}

/** The code of a made-up file below `tests/` as a recipe shows it: with its imports as they are in the folder where it would be. */
export function codeInPlace(file: string, place: string): string {
  return readFileSync(new URL(file, root), 'utf8').replaceAll(/'(?:\.\.\/)+(src\/[^']+)'/g, (_, target: string) => {
    const path = posix.relative(place, target);
    return `'${path.startsWith('.') ? path : `./${path}`}'`;
  });
}
