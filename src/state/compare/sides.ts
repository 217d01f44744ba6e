import { otherExathenaRelease } from '../../core/index.ts';
import type { ComparedSide, LinkState } from '../../permalink/state.ts';

export type { ComparedSide };

/** The id of a runtime of an engine begins with its project; a single format's is no engine. */
function isEngine(profile: string): boolean {
  return profile.includes(':') && !profile.startsWith('format:');
}

/**
 * The other side as it was chosen. Until then the same text under the other release of ExAthena, and beside an engine under
 * `auto`, which finds what was meant: links rely on that, so it does not change when runtimes are added.
 */
export function otherSideOf({ compare, profile, nativeToolCalls, selfContained }: LinkState): ComparedSide {
  const other = isEngine(profile) ? 'auto' : otherExathenaRelease(profile);
  if (compare === null) return { text: null, profile: other, nativeToolCalls, selfContained };
  // Two texts are compared under one runtime: that of the page.
  if (compare.text !== null) {
    const { text, native } = compare;
    return { text, ...(native === undefined ? {} : { native }), profile, nativeToolCalls, selfContained };
  }
  // Native calls of its own belong to a text of its own.
  const { native: _, ...side } = compare;
  return side;
}

/** What the sides become when they change places; nothing of either is lost. */
export function swapped(fields: LinkState): { readonly compare: ComparedSide; readonly own: Partial<LinkState> } {
  const { text, native, profile, nativeToolCalls, selfContained } = otherSideOf(fields);
  const hasNative = text !== null && native !== undefined;
  return {
    compare: {
      text: text === null ? null : fields.text,
      ...(hasNative ? { native: fields.native } : {}),
      profile: fields.profile,
      nativeToolCalls: fields.nativeToolCalls,
      selfContained: fields.selfContained,
    },
    own: {
      ...(text === null ? {} : { text, raw: '' }),
      ...(hasNative ? { native } : {}),
      profile,
      nativeToolCalls,
      selfContained,
      step: null,
    },
  };
}
