import { applyEdit, sharedEnd, sharedStart, within, type Edit, type Extraction } from '../../core/index.ts';
import { emptyLinkState, keysOf, type LinkState } from '../permalink/state.ts';
import { defaultRuntime, type SessionFields } from './fields.ts';

/**
 * What a change makes of the reply. `same`: it stays the reply that it was, as after a repair. `run`: a run writes it.
 * `turn`: another reply of the same conversation. `typed`: what somebody typed or pasted, which may be either.
 */
export type ReplyChange = 'same' | 'run' | 'turn' | 'typed';

/** What is true of one text, and of no other. */
export const ofOneText = { recording: null, finishReason: null, crlfText: null } as const;

/** Whether what belongs to the reply stays with it. */
export function isSame(change: ReplyChange): boolean {
  return change === 'same' || change === 'run';
}

type Reply = Pick<LinkState, 'text' | 'native'>;

/** Fewer characters that come at once were typed. */
const FEWEST_PASTED = 20;

/** What an edit makes of the reply; its spans point into the document with these parts. */
export function editedReply(
  { text, native, profile }: SessionFields,
  edit: Edit,
  parts: Extraction['parts'],
): Pick<SessionFields, 'text' | 'native' | 'profile'> {
  return {
    profile: edit.runtime ?? profile,
    text: parts.text === null ? text : applyEdit(text, within(edit, parts.text)),
    native: parts.native === null ? native : applyEdit(native, within(edit, parts.native)),
  };
}

/** What goes with the reply that it belonged to. */
export interface Removal {
  readonly kind: 'replaced' | 'expected';
  /** What the page says of it. */
  readonly text: string;
  /** The new values. */
  readonly fields: Partial<SessionFields>;
  /** The values of the same fields before. */
  readonly before: Partial<SessionFields>;
}

/**
 * What is taken away when another reply takes the place of one; null for nothing.
 *
 * @param example what is open and nobody's work; null where something else is
 */
export function removedWith(
  change: ReplyChange,
  before: Reply,
  now: SessionFields,
  example: LinkState | null,
): Removal | null {
  if (isSame(change) || (now.expected === null && example === null) || !isOtherReply(before, now)) return null;
  if (example !== null && change === 'typed') {
    return removal('replaced', 'Your reply replaced the example. Its tools and settings were removed.', now, {
      ...exampleFields(now, example),
      ...(now.profile === example.profile ? { profile: now.ownRuntime ?? defaultRuntime } : {}),
      step: null,
    });
  }
  if (now.expected === null) return null;
  return removal('expected', 'The expected calls were removed: they belonged to the reply before.', now, {
    expected: null,
  });
}

function removal(kind: Removal['kind'], text: string, now: SessionFields, fields: Partial<SessionFields>): Removal {
  const changed = keysOf(fields).filter((key) => fields[key] !== now[key]);
  return { kind, text, fields, before: Object.fromEntries(changed.map((key) => [key, now[key]])) };
}

/** What describes what is looked at, and not what was opened. */
const looks: ReadonlySet<keyof LinkState> = new Set(['text', 'native', 'recording', 'view', 'formatPage', 'matrix']);

/** What still is as an example brought it, set back. */
function exampleFields(now: SessionFields, example: LinkState): Partial<SessionFields> {
  const keys = keysOf(emptyLinkState).filter(
    (key) => !looks.has(key) && key !== 'profile' && now[key] === example[key],
  );
  return Object.fromEntries(keys.map((key) => [key, emptyLinkState[key]]));
}

/** Whether one text took the place of another: most of the one before is gone, and what came instead came at once. */
export function isOtherReply(before: Reply, after: Reply): boolean {
  const [one, other] = [before.text + before.native, after.text + after.native];
  if (one.trim() === '' || other.trim() === '') return false;
  const kept = sharedCharacters(one, other);
  return other.length - kept >= FEWEST_PASTED && kept < one.length / 2;
}

/** How many characters two texts share at their beginnings and ends. */
function sharedCharacters(one: string, other: string): number {
  const start = sharedStart(one, other);
  return start + sharedEnd(one, other, Math.min(one.length, other.length) - start);
}
