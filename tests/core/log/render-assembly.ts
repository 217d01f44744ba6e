import type { Assembly } from '../../../src/core/index.ts';

/** The steps as text, one per line: number, code, the call it belongs to, what it brought, and where it is. */
export function renderAssembly({ steps }: Pick<Assembly, 'steps'>): string {
  const width = String(steps.length).length;
  return steps
    .map(({ code, call, piece, from, to }, step) => {
      const number = String(step).padStart(width);
      const owner = call === null ? '' : ` of call ${call}`;
      return `${number}  ${code}${owner}${piece === '' ? '' : ` ${JSON.stringify(piece)}`} [${from}, ${to})`;
    })
    .join('\n');
}
