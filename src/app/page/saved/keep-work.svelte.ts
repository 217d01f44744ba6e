import { WaitingHistory } from '../history/waiting-history.ts';
import type { Results } from '../reading/results.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { beforeKey, linkKey, save, savedKey, savedText, toSave, type StorageGetter } from './storage.ts';

/** Where the work of a page is kept. */
interface Storages {
  readonly localStorage: StorageGetter;
  readonly sessionStorage: StorageGetter;
  readonly location: Pick<Location, 'hash'>;
}

/** Quiet time after the last change before it is saved, in milliseconds. */
const SAVE_AFTER = 400;

/** What hears of every change of the work: the history, or what takes its place until it is fetched. */
type History = Pick<WaitingHistory, 'see' | 'saved' | 'replaced'>;

/** Saves the work in this tab and in this browser, and puts it into the history. Part of an effect root. */
export function keepOnChange(session: Session, results: Results, storages: Storages): void {
  const history = recordOnChange(session, results, storages);
  saveOnChange(session, storages, history);
}

function saveOnChange(
  session: Session,
  { localStorage, sessionStorage, location }: Storages,
  history: () => History,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: Pick<Session, 'fields' | 'before'> | null = null;
  /** What the browser keeps as far as this tab has read or written it: the same text goes into both storages. */
  let known = savedText(sessionStorage) ?? savedText(localStorage);
  let knownBefore: Session['before'] = null;
  const saveInBrowser = (text: string | null): void => {
    const kept = savedText(localStorage);
    if (kept !== null && kept !== known) history().replaced({ whose: 'other-tab', text: kept });
    const result = save(localStorage, text);
    known = result.ok ? text : kept;
    if (result.ok) session.dismiss('storage');
    else {
      session.say({ kind: 'storage', tone: 'warn', text: result.message });
      // Without a storage there is no history either: once is enough.
      if (result.code === 'no-storage') session.dismiss('history');
    }
  };
  const saveBefore = (before: Session['before']): void => {
    if (before === null || before === knownBefore) return;
    if (save(localStorage, toSave(before), beforeKey).ok) knownBefore = before;
  };
  /** What is left to do, each in a task of its own: to write two megabytes takes a while, and somebody may go on typing. */
  let left: (() => void)[] = [];
  const next = (): void => {
    clearTimeout(timer);
    if (unsaved !== null) {
      const { fields, before } = unsaved;
      const text = toSave(fields);
      unsaved = null;
      left = [
        () => {
          const link = save(sessionStorage, text).ok ? location.hash : '';
          if (link !== (savedText(sessionStorage, linkKey) ?? '')) save(sessionStorage, link, linkKey);
        },
        () => {
          saveInBrowser(text);
        },
        () => {
          saveBefore(before);
        },
      ];
    } else left.shift()?.();
    if (left.length > 0) timer = setTimeout(next);
  };
  const flush = (): void => {
    do next();
    while (left.length > 0);
  };
  let isFirst = true;
  $effect(() => {
    const { kept: fields, before } = session;
    // What was just loaded need not be saved again.
    if (!isFirst) {
      unsaved = { fields, before };
      clearTimeout(timer);
      timer = setTimeout(next, SAVE_AFTER);
    }
    isFirst = false;
  });
  $effect(() => {
    const hear = ({ key, newValue }: StorageEvent): void => {
      if (key === savedKey && newValue !== null) history().saved(newValue);
    };
    window.addEventListener('pagehide', flush);
    window.addEventListener('storage', hear);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('storage', hear);
      flush();
    };
  });
}

/** Answers with who keeps the history at the moment. */
function recordOnChange(session: Session, results: Results, { localStorage }: Storages): () => History {
  let isStopped = false;
  let stop = (): void => undefined;
  const say = (text: string): void => {
    if (session.notices.some(({ kind }) => kind === 'storage')) return;
    session.say({ kind: 'history', tone: 'warn', text });
  };
  const waiting = new WaitingHistory(localStorage, say);
  let history: History = waiting;
  $effect(() => {
    history.see(session.kept);
  });
  // Fetched after the first answer. Where that fails the page works without a history, and the next visit takes what waits.
  const fetched = results.rest().then(() => import('../history/keep-history.ts'));
  void fetched.then(
    ({ KeptHistory }) => {
      if (isStopped) return;
      const kept = new KeptHistory({ session, results, storage: localStorage, say });
      history = kept;
      stop = () => {
        kept.stop();
      };
      void kept.takeOver(waiting.heard);
    },
    () => undefined,
  );
  $effect(() => () => {
    isStopped = true;
    stop();
  });
  return () => history;
}
