import { untrack } from 'svelte';
import { openCoreClient, openSchemaClient, type JobResult, type WorkerClient } from '../worker/client.ts';
import { neededCode } from '../worker/needed-code.ts';
import { capabilitiesOf } from './reading/capabilities.ts';
import type { HistoryRecorder } from './history/history-recorder.ts';
import { pickForLink } from './reach.ts';
import type { Page } from './page.svelte.ts';
import type { Results } from './reading/results.svelte.ts';
import type { Runtimes } from './runtimes.svelte.ts';
import { correctProfile } from './correct-runtime.ts';
import type { Session } from './session.svelte.ts';
import { beforeKey, loadSaved, save, savedKey, type SavedStorage } from './saved/storage.ts';
import { validate } from './reading/validate.ts';
import { holdsWork } from './work.ts';

/** What a start needs from the browser; tests pass their own. */
export interface Surroundings {
  readonly location: Pick<Location, 'hash'>;
  readonly localStorage: () => SavedStorage;
  readonly sessionStorage: () => SavedStorage;
}

/** After so many milliseconds without an answer the page says what it waits for. */
const SLOW = 800;

/** Quiet time after the last change before it is saved, in milliseconds. */
const SAVE_AFTER = 400;

/**
 * Fills the session at the start: from the link in the address, else from what this tab or this browser kept. Where there was
 * no reply and no work, the page says what it is for.
 */
export async function restoreSession(
  session: Session,
  { location, localStorage, sessionStorage }: Surroundings,
): Promise<void> {
  // A tab keeps its own work; another tab of this browser may have saved something else since.
  const ofTab = await loadSaved(sessionStorage);
  const saved = ofTab.ok && ofTab.fields !== null ? ofTab : await loadSaved(localStorage);
  const before = await loadSaved(localStorage, beforeKey);
  if (saved.ok && saved.fields !== null) session.restore(saved.fields, before.ok ? before.fields : null);
  if (!saved.ok && saved.code !== 'no-storage') session.say({ kind: 'storage', tone: 'warning', text: saved.message });
  const opened = await openFromAddress(session, location.hash);
  if (!opened && !holdsWork(session.fields) && session.fields.raw.trim() === '') session.arrive();
}

/** Opens the link in a fragment. Returns false when it holds none. */
export async function openFromAddress(session: Session, hash: string): Promise<boolean> {
  if (hash.length <= 1) return false;
  // Fetched only for links: the first visit needs no inflater.
  const { openHash } = await import('../permalink/open.ts');
  const opened = openHash(hash);
  if (opened.kind === 'state') {
    session.open(opened.state, opened.source === 'link' ? 'A link' : 'A prefilled page');
    return true;
  }
  if (opened.kind === 'broken') {
    const { code, message } = opened.error;
    const help = code === 'future-version' ? '' : ' Ask for the link again, or paste the reply here.';
    const reassurance = holdsWork(session.fields) ? ' Your own work is untouched.' : help;
    session.say({ kind: 'link', tone: 'problem', text: message + reassurance });
  }
  return false;
}

/**
 * The only effects of the page outside its editors: work for the workers, autosave, the theme, the address. Without
 * surroundings, as in an embed, nothing is stored.
 */
export function startSync({ session, results, runtimes }: Page, surroundings: Surroundings | null): () => void {
  const core = openCoreClient();
  const schema = openSchemaClient();
  // Both are fetched with the page, so that nothing is asked of the network once somebody works here.
  core.start();
  schema.start();
  // An embed offers no other runtime than its own.
  void learnRuntimes(runtimes, core, surroundings !== null);
  const stop = $effect.root(() => {
    extractOnChange(session, results, core);
    readToolsOnChange(session, results, core);
    validateOnChange(session, results, schema);
    judgeOnChange(session, results);
    if (surroundings !== null) {
      saveOnChange(session, surroundings);
      recordOnChange(session, results, surroundings);
    }
    $effect(() => {
      applyTheme(session.fields.theme);
    });
  });
  return () => {
    stop();
    core.dispose();
    schema.dispose();
  };
}

/** Those at hand first: the code of the engines may take a while to arrive, and nothing else waits for it. */
async function learnRuntimes(runtimes: Runtimes, core: WorkerClient, withEngines: boolean): Promise<void> {
  const atHand = await core.run({ kind: 'runtimes', which: 'at-hand' });
  if (atHand.ok) runtimes.set(atHand.answer, false);
  const learnAll = async (): Promise<void> => {
    runtimes.problem = '';
    const all = await core.run({ kind: 'runtimes', which: 'all' });
    if (all.ok) runtimes.set(all.answer);
    else runtimes.problem = all.message;
  };
  runtimes.retry = () => void learnAll();
  if (withEngines) await learnAll();
}

function extractOnChange(session: Session, results: Results, core: WorkerClient): void {
  const text = $derived(session.fields.text);
  const native = $derived(session.fields.native);
  const profile = $derived(session.fields.profile);
  const tools = $derived(session.fields.tools);
  const nativeToolCalls = $derived(session.fields.nativeToolCalls);
  const selfContained = $derived(session.fields.selfContained);
  const thinking = $derived(session.fields.thinking);
  const custom = $derived(session.fields.custom);
  const recording = $derived(session.fields.recording);
  /** How often the reader has asked for the same again. */
  let attempt = $state(0);
  $effect(() => {
    const capabilities = capabilitiesOf({ nativeToolCalls, selfContained, thinking });
    const job = {
      kind: 'extract',
      text,
      toolCallsText: native,
      profile,
      tools,
      capabilities,
      custom,
      recording,
    } as const;
    // Always true; reading the number is what makes this run again.
    results.stale = attempt >= 0;
    const slow = setTimeout(() => {
      // What is shown is the answer of another runtime, or none.
      if (neededCode(job).length === 0 || untrack(() => results.extraction)?.runtime.id === profile) return;
      session.say({ kind: 'worker', tone: 'info', text: `The engine of ${profile} is loading.` });
    }, SLOW);
    void core.run(job).then((result) => {
      clearTimeout(slow);
      results.stale = false;
      if (result.ok) {
        results.setExtraction(result.answer);
        session.dismiss('worker');
        // Only the worker knows all runtimes: a link may have asked for one that does not exist.
        if (result.answer.runtime.id !== profile) correctProfile(session, profile, result.answer.runtime);
      } else if (result.reason === 'unfetched') {
        session.say({
          kind: 'worker',
          tone: 'problem',
          text: `This reply was not read as ${profile} reads it. ${result.message} Check the connection, or choose another runtime.`,
          action: { label: 'Try again', run: () => (attempt += 1) },
        });
      } else {
        sayFailure(session, result, 'Reading this reply');
      }
    });
    return () => {
      clearTimeout(slow);
    };
  });
}

function readToolsOnChange(session: Session, results: Results, core: WorkerClient): void {
  const tools = $derived(session.fields.tools);
  const system = $derived(session.fields.system);
  const preamble = $derived(session.fields.preamble);
  $effect(() => {
    void core.run({ kind: 'tools', tools, system, preamble }).then((result) => {
      if (result.ok) results.setTools(result.answer);
      else sayFailure(session, result, 'Reading the tools');
    });
  });
}

function validateOnChange(session: Session, results: Results, schema: WorkerClient): void {
  $effect(() => {
    const { extraction, toolsInForce } = results;
    // Without calls there is nothing to compare, and the schema worker need not even start.
    if (extraction === null || extraction.calls.length === 0) return;
    void validate(schema, extraction.calls, extraction.document, toolsInForce).then((result) => {
      if (results.extraction !== extraction) return;
      if (result.ok) {
        results.setValidations(result.answer);
        session.dismiss('validation');
      } else {
        const reason = `Not checked against the schema: ${result.message}`;
        results.setValidations(extraction.calls.map(() => ({ state: 'unchecked', reason })));
        const hint = result.reason === 'timeout' ? ' A `pattern` in a schema may take forever on this value.' : '';
        session.say({
          kind: 'validation',
          tone: 'warning',
          text: `The arguments were not checked against their schemas. ${result.message}${hint}`,
        });
      }
    });
  });
}

function judgeOnChange(session: Session, results: Results): void {
  $effect(() => {
    const { expected } = session.fields;
    const { extraction } = results;
    if (expected === null || extraction === null || results.stale) return;
    // Fetched where somebody expects something. Where that fails the verdict says what it says without.
    void import('./reading/expectation.ts').then(
      ({ judge, judgementText }) => {
        if (session.fields.expected !== expected || results.extraction !== extraction) return;
        const judgement = judge(expected, extraction);
        results.setJudgement({ ...judgement, text: judgementText(judgement), of: extraction, for: expected });
        if (!session.broughtExpected) return;
        const tone = judgement.same ? 'good' : 'problem';
        session.say({ kind: 'expected', tone, text: judgementText(judgement) });
      },
      () => undefined,
    );
  });
}

function saveOnChange(session: Session, { localStorage, sessionStorage }: Surroundings): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: Pick<Session, 'fields' | 'before'> | null = null;
  const flush = (): void => {
    clearTimeout(timer);
    if (unsaved === null) return;
    const { fields, before } = unsaved;
    unsaved = null;
    save(sessionStorage, fields);
    const result = save(localStorage, fields, savedKey);
    if (result.ok) session.dismiss('storage');
    else {
      session.say({ kind: 'storage', tone: 'warning', text: result.message });
      // Without a storage there is no history either: once is enough.
      if (result.code === 'no-storage') session.dismiss('history');
    }
    if (before !== null) save(localStorage, before, beforeKey);
  };
  let isFirst = true;
  $effect(() => {
    const { fields, before } = session;
    // What was just loaded need not be saved again.
    if (!isFirst) {
      unsaved = { fields, before };
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_AFTER);
    }
    isFirst = false;
  });
  $effect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  });
}

function recordOnChange(session: Session, results: Results, { localStorage }: Surroundings): void {
  let recorder: HistoryRecorder | undefined;
  let stopped = false;
  const see = (): void => {
    const state = pickForLink(session.fields);
    recorder?.see(holdsWork(state) ? state : null);
  };
  $effect(see);
  // Fetched after the first load. Where that fails the page works without a history.
  void import('./history/history-recorder.ts').then(
    ({ HistoryRecorder }) => {
      if (stopped) return;
      recorder = new HistoryRecorder({
        storage: localStorage,
        clock: {
          now: () => Date.now(),
          after: (milliseconds, run) => {
            const timer = setTimeout(run, milliseconds);
            return () => {
              clearTimeout(timer);
            };
          },
        },
        outcome: () => (results.stale ? null : (results.extraction?.outcome ?? null)),
        say: (text) => {
          if (session.notices.some(({ kind }) => kind === 'storage')) return;
          session.say({ kind: 'history', tone: 'warning', text });
        },
      });
      see();
    },
    () => undefined,
  );
  $effect(() => () => {
    stopped = true;
    recorder?.stop();
  });
}

function applyTheme(theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function sayFailure(session: Session, result: Extract<JobResult<'extract'>, { ok: false }>, what: string): void {
  const text =
    result.reason === 'timeout'
      ? `${what} was stopped. ${result.message} The last answer is still shown; shorten the text to go on.`
      : `${what} failed (${result.message.replace(/\.$/, '')}). The last answer is still shown; this is a bug in Callscope.`;
  session.say({ kind: 'worker', tone: 'problem', text });
}
