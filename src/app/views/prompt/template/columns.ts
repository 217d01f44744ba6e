import type { ConversationId, TemplateState } from './templating.svelte.ts';

/** The conversations that are shown side by side: those that are the same for every template. */
export const columnIds = ['plain', 'tools', 'call', 'calls'] as const satisfies readonly ConversationId[];

export type ColumnId = (typeof columnIds)[number];

type Compared = Pick<TemplateState, 'shown' | 'against'>;

/** All others are compared with `base`; the template shows what the difference to `other` comes from. */
export function comparedColumns({ shown, against }: Compared): { readonly base: ColumnId; readonly other: ColumnId } {
  const base = columnIds.find((id) => id === against) ?? 'plain';
  const others = columnIds.filter((id) => id !== base);
  return { base, other: others.find((id) => id === shown) ?? (base === 'plain' ? 'tools' : 'plain') };
}

/** Another column is the base. */
export function withBase(compared: Compared, id: ColumnId): Compared {
  const { base, other } = comparedColumns(compared);
  return { shown: id === other ? base : other, against: id };
}

/** The reader points at a column. */
export function withOther(compared: Compared, id: ColumnId): Compared {
  const { base, other } = comparedColumns(compared);
  return { shown: id === base ? other : id, against: base };
}
