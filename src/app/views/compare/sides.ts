import { otherExathenaRelease } from '../../../core/index.ts';
import type { ComparedSide, LinkState } from '../../permalink/state.ts';
import { isEngine } from '../../page/engine-id.ts';

export type { ComparedSide };

/** How a side is read. */
export type SideSettings = Pick<
  LinkState,
  'profile' | 'nativeToolCalls' | 'selfContained' | 'thinking' | 'reasoningParser'
>;

/**
 * The other side as it was chosen. Until then the same text under the other release of ExAthena, and beside an engine under
 * `auto`, which finds what was meant: links rely on that, so it does not change when runtimes are added.
 */
export function otherSideOf({
  compare,
  profile,
  nativeToolCalls,
  selfContained,
  thinking,
  reasoningParser,
}: LinkState): ComparedSide {
  const other = isEngine(profile) ? 'auto' : otherExathenaRelease(profile);
  const said = { nativeToolCalls, selfContained, thinking };
  if (compare === null) return withSettings({ text: null }, { profile: other, reasoningParser: '', ...said });
  // Two texts are compared under one runtime: that of the page.
  if (compare.text !== null) return withSettings(compare, { profile, reasoningParser, ...said });
  // Native calls of its own belong to a text of its own.
  const { native: _, ...side } = compare;
  return side;
}

/**
 * The other side for somebody who opens the comparison: the one that was chosen, unless it is this side by now. Then, and where
 * none was, the first of the servers that matter for the reply: beside an engine its parser for the format, which is among them.
 * null where the default says more: a release of ExAthena beside the other, an engine beside what was meant where nobody is near.
 */
export function likelyOther(fields: LinkState, near: readonly string[]): ComparedSide | null {
  const { profile, compare } = fields;
  const sideOf = (settings: SideSettings): ComparedSide => withSettings({ text: null }, settings);
  if (compare !== null && JSON.stringify(compare) !== JSON.stringify(sideOf(fields))) return compare;
  const others = near.filter((runtime) => runtime !== profile);
  const engine = isEngine(profile) ? profile.slice(0, profile.indexOf(':') + 1) : profile;
  const other = others.find((runtime) => runtime.startsWith(engine)) ?? others[0];
  if (profile.startsWith('exathena') || other === undefined) return null;
  return sideOf({ ...fields, profile: other, reasoningParser: '' });
}

/** The side under other settings. */
export function withSettings(
  { text, native }: Pick<ComparedSide, 'text' | 'native'>,
  { profile, nativeToolCalls, selfContained, thinking, reasoningParser }: SideSettings,
): ComparedSide {
  return {
    text,
    ...(native === undefined ? {} : { native }),
    profile,
    nativeToolCalls,
    selfContained,
    // The defaults are left out, as in links that are older than these fields.
    ...(thinking === 'absent' ? {} : { thinking }),
    ...(reasoningParser === '' ? {} : { reasoningParser }),
  };
}

/** What the sides become when they change places; nothing of either is lost. */
export function swapped(fields: LinkState): { readonly compare: ComparedSide; readonly own: Partial<LinkState> } {
  const side = otherSideOf(fields);
  const { text, native, profile, nativeToolCalls, selfContained, thinking = 'absent', reasoningParser = '' } = side;
  const hasNative = text !== null && native !== undefined;
  return {
    compare: withSettings(
      { text: text === null ? null : fields.text, ...(hasNative ? { native: fields.native } : {}) },
      fields,
    ),
    own: {
      ...(text === null ? {} : { text, raw: '' }),
      ...(hasNative ? { native } : {}),
      profile,
      nativeToolCalls,
      selfContained,
      thinking,
      reasoningParser,
      step: null,
    },
  };
}
