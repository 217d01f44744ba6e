import { emptyLinkState, keysOf } from '../permalink/state.ts';
import type { SessionFields } from './fields.ts';

/** Something the page has to say beside the answer. `action` is offered as a button. */
export interface Notice {
  /** One notice of a kind at a time: a new one replaces the old. */
  readonly kind:
    | 'link'
    | 'storage'
    | 'damaged'
    | 'worker'
    | 'tools'
    | 'recognised'
    | 'replaced'
    | 'log'
    | 'edit'
    | 'expected'
    | 'validation'
    | 'history'
    | 'version'
    | 'run'
    | 'saved'
    | 'provider';
  readonly tone: 'info' | 'good' | 'warn' | 'bad';
  readonly text: string;
  /** Its action is offered beside what is said later as well, as a way back is. */
  readonly isKept?: boolean;
  readonly action?: {
    readonly label: string;
    readonly run: () => void;
    /** What the action writes over. It is offered until one of these changes, so that it undoes nothing else. */
    readonly overwrites?: readonly (keyof SessionFields)[];
  };
}

/** What has been changed, and what takes it back. */
export interface Undoable {
  readonly kind?: Notice['kind'];
  readonly tone?: Notice['tone'];
  readonly text: string;
  readonly overwrites: readonly (keyof SessionFields)[];
  readonly undo: () => void;
  /** What is offered again after the way back, because everything is as it was then. */
  readonly earlier?: Notice | undefined;
}

/** All of a case, less where somebody looks: that is no work. */
const work = keysOf(emptyLinkState).filter((key) => !/^(?:view|formatPage|matrix|step)$/.test(key));

/** That other work is open, with the way back. “Undo” goes with the first change: it would take that back too. */
export function replacedNotice(
  text: string,
  label: 'Back to what you had' | 'Back from the run' | 'Undo',
  run: () => void,
): Notice {
  const isKept = label !== 'Undo';
  const action = { label, run, ...(!isKept && { overwrites: work }) };
  return { kind: 'replaced', tone: 'info', text, isKept, action };
}

/** What is true whatever the reply is. */
const aboutPage: readonly Notice['kind'][] = ['storage', 'damaged', 'history', 'version'];

/** Those that outlive a change of the fields `changed`; `isAnother`: another text came. */
export function lasting(
  notices: readonly Notice[],
  changed: readonly (keyof SessionFields)[],
  isAnother: boolean,
): readonly Notice[] {
  const left = notices.filter(({ kind, action }) => {
    if (aboutPage.includes(kind)) return true;
    return !isAnother && action?.overwrites?.some((field) => changed.includes(field)) !== true;
  });
  return left.length === notices.length ? notices : left;
}

/** A verdict on the reply: where that is not shown, it seems to be one on what is. */
const aboutReply: readonly Notice['kind'][] = ['expected', 'validation'];

/** Those that are shown beside the reply, or where it is not. */
export function shownNotices(notices: readonly Notice[], isBesideReply: boolean): readonly Notice[] {
  return isBesideReply ? notices : notices.filter(({ kind }) => !aboutReply.includes(kind));
}

/** What may be in the bar above the panes, most urgent first. */
const barKinds: readonly Notice['kind'][] = ['worker', 'tools', 'link', 'storage', 'damaged', 'validation', 'expected'];

/** The one notice in the bar, or null; all others are toasts. */
export function barOf(notices: readonly Notice[]): Notice | null {
  const standing = notices.filter(({ tone, kind }) => tone !== 'info' && barKinds.includes(kind));
  return standing.toSorted((one, other) => barKinds.indexOf(one.kind) - barKinds.indexOf(other.kind))[0] ?? null;
}

/** Who shows notices: the session. */
export interface NoticeBoard {
  say(notice: Notice): void;
  dismiss(kind: Notice['kind']): void;
}
