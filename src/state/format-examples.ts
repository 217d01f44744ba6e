import type { FormatExample, FormatPage } from '../core/index.ts';
import { emptyLinkState, type LinkState } from '../permalink/state.ts';
import type { Example } from './examples.ts';

/** The session that an example of a format opens as. */
export function exampleState({ text, tools }: FormatExample, profile: string): LinkState {
  return { ...emptyLinkState, text, tools, profile };
}

/** One entry of the gallery for each format. */
export function formatGallery(pages: readonly FormatPage[]): readonly Example[] {
  return pages.flatMap(({ id, lineage, models, examples }) => {
    const plain = examples.find((example) => example.id === 'plain');
    if (plain === undefined) return [];
    return {
      id: `format-${id}`,
      group: 'One per format',
      title: id,
      lesson: `${lineage}. Written by: ${models}.`,
      state: exampleState(plain, 'auto'),
      outcome: { calls: plain.calls, codes: ['name'] },
    };
  });
}
