import { defaultRuntime } from './fields.ts';
import type { Session } from './session.svelte.ts';
import {
  beforeKey,
  damagedKey,
  linkKey,
  loadSaved,
  savedText,
  type SavedStorage,
  type StorageGetter,
} from './saved/storage.ts';
import { holdsWork } from './work.ts';

/** What a start needs from the browser; tests pass their own. */
export interface Surroundings {
  readonly location: Pick<Location, 'hash'>;
  /** Whether the tab had this page before: after a reload, or on the way back. */
  readonly isReturn: () => boolean;
  readonly localStorage: () => SavedStorage;
  readonly sessionStorage: () => SavedStorage;
}

/**
 * Fills the session at the start: from the link in the address, else from what this tab or this browser kept. Where there was
 * no reply and no work, the page says what it is for.
 */
export async function restoreSession(
  session: Session,
  { location, isReturn, localStorage, sessionStorage }: Surroundings,
): Promise<void> {
  // A tab keeps its own work; another tab of this browser may have saved something else since.
  const ofTab = await loadSaved(sessionStorage);
  const saved = ofTab.ok && ofTab.fields !== null ? ofTab : await loadSaved(localStorage);
  const before = await loadSaved(localStorage, beforeKey);
  if (saved.ok && saved.fields !== null) session.restore(saved.fields, before.ok ? before.fields : null);
  const problem = saved.ok ? saved.problem : saved.message;
  if (!saved.ok && saved.code === 'no-storage') {
    // The first save says so.
  } else if (problem !== undefined) sayDamaged(session, problem, saved === ofTab ? sessionStorage : localStorage);
  // What somebody made of a link is not lost by a reload. A lesson knows itself where one left it.
  const isLesson = location.hash.startsWith('#lesson=');
  const isGoingOn = !isLesson && isReturn() && savedText(sessionStorage, linkKey) === location.hash;
  const opened = !isGoingOn && (await openFromAddress(session, location.hash));
  if (!opened && !holdsWork(session.fields)) session.arrive();
}

/** Nobody finds a text under a key of a storage: it is offered as a file. */
function sayDamaged(session: Session, text: string, storage: StorageGetter): void {
  const saved = savedText(storage, damagedKey);
  const run = async (): Promise<void> => {
    const { saveFile } = await import('../kit/save-file.ts');
    saveFile(new Blob([saved ?? ''], { type: 'application/json' }), 'callscope-damaged.json');
  };
  const action = saved === null ? undefined : { label: 'Download the text', run: () => void run() };
  session.say({ kind: 'damaged', tone: 'warn', text, ...(action === undefined ? {} : { action }) });
}

/**
 * Makes the page show what its address says: a link that is opened in this tab replaces what is here, and Back of the browser
 * brings that back.
 */
export function followAddress(session: Session, location: Pick<Location, 'hash'>): () => Promise<void> {
  /** Whether what the link took the place of can be brought back; null where no link is open. */
  let isKept = location.hash.length > 1 && !location.hash.startsWith('#lesson=') ? session.before !== null : null;
  return async () => {
    const { hash } = location;
    if (hash.length > 1) {
      const { before } = session;
      if (await openFromAddress(session, hash)) isKept = isKept === true || session.before !== before;
    } else if (isKept !== null) {
      if (isKept) session.goBack();
      else session.clear();
      isKept = null;
    }
  };
}

/** Opens the link in a fragment. Returns false when it holds none. */
export async function openFromAddress(session: Session, hash: string): Promise<boolean> {
  if (hash.length <= 1) return false;
  // Fetched only for links: the first visit needs no inflater.
  const { brokenText, openHash } = await import('../permalink/open.ts');
  const opened = openHash(hash);
  if (opened.kind === 'state') {
    const { state, source, namesServer, problem } = opened;
    // As after a paste: the reader's own server reads it, or the page asks which one that is.
    const profile = namesServer ? state.profile : (session.fields.ownRuntime ?? defaultRuntime);
    session.open({ ...state, profile }, source === 'link' ? 'A link' : 'A prefilled page');
    if (problem !== '') session.say({ kind: 'link', tone: 'warn', text: problem });
    return true;
  }
  if (opened.kind === 'lesson') session.wantLesson(opened.lesson);
  if (opened.kind === 'broken')
    session.say({ kind: 'link', tone: 'bad', text: brokenText(opened.error, holdsWork(session.fields)) });
  return false;
}
