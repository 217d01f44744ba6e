import { flushSync, untrack } from 'svelte';
import type { ToolDefinition } from '../../core/index.ts';
import { openWorker, type JobResult, type WorkerClient } from '../worker/client.ts';
import { FormatsClient } from './formats-client.ts';
import { neededCode, type Job } from '../worker/jobs.ts';
import { askOnChange, unlessSame } from './ask-on-change.svelte.ts';
import { readingSettings } from './reading/capabilities.ts';
import type { Page } from './page.svelte.ts';
import type { Results, SentCall } from './reading/results.svelte.ts';
import type { Runtimes } from './runtimes.svelte.ts';
import { askedOf, believedOfBeginning } from './reading/long-paste.ts';
import { modelOf } from './reading/proof.ts';
import { correctReasoning, correctRuntime } from './correct-runtime.ts';
import type { Session } from './session.svelte.ts';
import type { Surroundings } from './start.ts';
import { keepOnChange } from './saved/keep-work.svelte.ts';
import { keepViewsInHistory } from './view-history.svelte.ts';
import { validate } from './reading/validate.ts';

/** After so many milliseconds without an answer the page says what it waits for. */
const SLOW = 800;

const CONNECTION = 'Check the connection, then try again.';

/** An answer that comes within so many milliseconds replaces another one without a gap. */
const BLINK = 150;

/** Who reads the reply: the client of the core worker. */
type Reader = Pick<WorkerClient<'core'>, 'run' | 'dispose'>;

/** Starts the worker that reads the reply: its code arrives and starts while the page is made. */
export function startReading(): WorkerClient<'core'> {
  const core = openWorker('core');
  core.start();
  return core;
}

/**
 * The only effects of the page outside its editors: work for the workers, autosave, the theme, the address. Without
 * surroundings, as in an embed, nothing is stored. The first answer is what people wait for: all that can wait comes after.
 */
export function startSync(page: Page, core: Reader, surroundings: Surroundings | null): () => void {
  const { session, results, runtimes } = page;
  const schema = openWorker('schema');
  void results.rest().then(() => {
    // Fetched before it is needed, so that nothing is asked of the network once somebody works here.
    schema.start();
    // An embed offers no other runtime than its own.
    if (surroundings !== null) learnEngines(page);
  });
  const stop = $effect.root(() => {
    extractOnChange(page, core);
    proveOnPaste(session, results, core);
    readToolsOnChange(session, results, core);
    validateOnChange(session, results, schema);
    judgeOnChange(session, results);
    placeOnAnswer(session, results);
    if (surroundings !== null) {
      keepOnChange(session, results, surroundings);
      keepViewsInHistory(session);
    }
    $effect(() => {
      applyTheme(session.fields.theme);
    });
  });
  // The reply is on its way before the page is made.
  flushSync();
  void learnAtHand(runtimes, core);
  return () => {
    stop();
    core.dispose();
    schema.dispose();
  };
}

/** The runtimes whose code is in the worker anyway. */
async function learnAtHand(runtimes: Runtimes, core: Reader): Promise<void> {
  const atHand = await core.run({ kind: 'runtimes', which: 'at-hand' });
  if (atHand.ok && !runtimes.isWhole) runtimes.set(atHand.answer, false);
}

/** Of the worker that has the code of all engines anyway: the one that reads the reply needs only the chosen one. */
function allRuntimes(page: Page): Promise<JobResult<'runtimes'>> {
  return page.of(FormatsClient).worker.run({ kind: 'runtimes', which: 'all' });
}

function learnEngines(page: Page): void {
  const { runtimes } = page;
  const learn = async (): Promise<void> => {
    runtimes.problem = '';
    const all = await allRuntimes(page);
    if (all.ok) runtimes.set(all.answer);
    else runtimes.problem = all.message;
  };
  runtimes.retry = () => void learn();
  void learn();
}

/** The same work opened once more is read once more: whoever waits for an answer gets one. */
interface Opened {
  readonly opening: number;
  readonly job: Job<'extract'>;
}

function extractOnChange(page: Page, core: Reader): void {
  const { session, results } = page;
  const again = askOnChange<Opened, JobResult<'extract'>>({
    about: unlessSame(() => {
      const { text, crlfText, native, recording, finishReason } = session.fields;
      return {
        opening: session.openings,
        job: {
          kind: 'extract',
          text,
          crlfText,
          toolCallsText: native,
          ...readingSettings(session.active),
          recording,
          model: modelOf({ session, results }),
          finishReason,
        },
      };
    }),
    ask: ({ job }) => core.run(job),
    after: null,
    begin({ job }) {
      results.state = 'reading';
      const slow = setTimeout(() => {
        // What is shown is the answer of another runtime, or none.
        if (neededCode(job).length === 0 || untrack(() => results.extraction)?.runtime.id === job.runtime) return;
        session.say({ kind: 'worker', tone: 'info', text: `The engine of ${job.runtime} is loading.` });
      }, SLOW);
      return () => {
        clearTimeout(slow);
      };
    },
    take(result, { job }, isCurrent) {
      if (result.ok) {
        // What is typed meanwhile has this answer until it has its own.
        results.setExtraction(result.answer);
        if (isCurrent) results.state = 'current';
        session.dismiss('worker');
        // Only the worker knows all runtimes: a link may have asked for one that does not exist. Another one may be chosen by now.
        const { runtime } = result.answer;
        if (runtime.id !== job.runtime) correctRuntime(session, job.runtime, runtime, () => allRuntimes(page));
        correctReasoning(session, job, runtime);
      } else if (isCurrent) {
        results.state = 'unread';
        sayFailure(session, 'worker', result, 'This reply was not read.', again, {
          timeout: 'Shorten the text, or try again.',
          unfetched: neededCode(job).length === 0 ? CONNECTION : 'Check the connection, or choose another runtime.',
        });
      }
    },
  });
}

/** Asks what a paste proves about the server that answered, and reads on with the runtime that stands for it. */
function proveOnPaste(session: Session, results: Results, core: Reader): void {
  askOnChange<string, JobResult<'evidence'>>({
    about() {
      const { content } = session.paste;
      return content === '' ? null : content;
    },
    ask: (content) => core.run({ kind: 'evidence', content: askedOf(content), name: null }),
    after: null,
    begin() {
      results.isProving = true;
      return () => (results.isProving = false);
    },
    take(result, content, isCurrent) {
      // Where it fails the verdict is that of the emulation.
      if (!result.ok || !isCurrent) return;
      if (askedOf(content) !== content) {
        session.paste.believe(content, believedOfBeginning(result.answer));
        return;
      }
      results.setProved({ content, answer: result.answer });
      session.paste.believe(content, { ...result.answer, reply: result.answer.wrong });
    },
  });
}

function readToolsOnChange(session: Session, results: Results, core: Reader): void {
  const again = askOnChange<Job<'tools'>, JobResult<'tools'>>({
    about: unlessSame(() => {
      const { tools, system, preamble } = session.fields;
      const active = session.active.tools;
      return { kind: 'tools', tools, system, preamble, ...(active === tools ? {} : { active }) };
    }),
    ask: (job) => core.run(job),
    after: null,
    take(result, _job, isCurrent) {
      if (result.ok) {
        const { answer } = result;
        results.setTools(answer);
        const broken = answer.problems.find(({ code }) => code === 'syntax');
        if (broken !== undefined && session.brought('tools'))
          session.say({
            kind: 'tools',
            tone: 'warn',
            text: `The tools that came with this were not read. ${broken.message}`,
          });
        else session.dismiss('tools');
      } else if (isCurrent) {
        sayFailure(session, 'tools', result, 'The tools were not read.', again, {
          timeout: 'The last tools are still shown. Shorten their text, or try again.',
          unfetched: CONNECTION,
        });
      }
    },
  });
}

function validateOnChange(session: Session, results: Results, schema: WorkerClient<'schema'>): void {
  const again = askOnChange({
    about() {
      const { extraction, toolsInForce, hasBrokenTools } = results;
      // Without calls there is nothing to compare, and the schema worker need not even start.
      return extraction === null || extraction.calls.length === 0 ? null : { extraction, toolsInForce, hasBrokenTools };
    },
    ask: ({ extraction: { calls, document }, toolsInForce, hasBrokenTools }) =>
      validate(schema, calls, document, toolsInForce, hasBrokenTools),
    after: null,
    take(result, { extraction: { calls }, toolsInForce }, isCurrent) {
      // Without tools the newer answer comes at once.
      if (!isCurrent) return;
      if (result.ok) {
        results.setValidations(result.answer);
        session.dismiss('validation');
        return;
      }
      const reason = `Not checked against the schema: ${result.message}`;
      results.setValidations(calls.map(() => ({ state: 'unchecked', reason })));
      void patternHint(result.reason, calls, toolsInForce).then((hint) => {
        if (results.extraction?.calls !== calls || results.toolsInForce !== toolsInForce) return;
        const help = result.reason === 'unfetched' ? ` ${CONNECTION}` : '';
        session.say({
          kind: 'validation',
          tone: 'warn',
          text: `The arguments were not checked against their schemas. ${result.message}${hint}${help}`,
          action: { label: 'Try again', run: again },
        });
      });
    },
  });
}

/** What may have held the comparison up, where a schema has it. Fetched when it happens. */
async function patternHint(
  reason: 'timeout' | 'unfetched' | 'broken',
  calls: readonly SentCall[],
  tools: readonly ToolDefinition[],
): Promise<string> {
  if (reason !== 'timeout') return '';
  try {
    const { toolWithPattern } = await import('./reading/schema-patterns.ts');
    const tool = toolWithPattern(calls, tools);
    return tool === null ? '' : ` A \`pattern\` in the schema of \`${tool}\` may take forever on this value.`;
  } catch {
    return '';
  }
}

function judgeOnChange(session: Session, results: Results): void {
  $effect(() => {
    const { expected } = session.fields;
    const { extraction } = results;
    results.isJudging = expected !== null && extraction !== null && !results.stale;
    if (expected === null || extraction === null || results.stale) return;
    // Fetched where somebody expects something. Where that fails the verdict says what it says without.
    void import('./reading/expectation.ts').then(
      ({ judge, judgementText, placeOfDifference }) => {
        if (session.fields.expected !== expected || results.extraction !== extraction) return;
        results.isJudging = false;
        const judgement = judge(expected, extraction);
        const at = judgement.same ? null : placeOfDifference(expected, extraction);
        results.setJudgement({ ...judgement, text: judgementText(judgement), at, of: extraction, for: expected });
        if (!session.brought('expected')) return;
        const tone = judgement.same ? 'good' : 'bad';
        session.say({ kind: 'expected', tone, text: judgementText(judgement) });
      },
      () => (results.isJudging = false),
    );
  });
}

/**
 * After other work has come, the answer and all below it are shown together, however long that takes: nothing moves that
 * somebody reads already. What was there goes only when the answer takes a while.
 */
function placeOnAnswer(session: Session, results: Results): void {
  /** The opening of the session that was answered last. */
  let answered = -1;
  $effect(() => {
    const { openings } = session;
    const isKnown = results.state !== 'reading' && !results.isJudging && !results.isProving && !session.paste.isReading;
    if (session.paste.isReading || results.isProving) results.isTaking = true;
    else if (results.state !== 'reading') results.isTaking = false;
    if (session.isWriting) results.isChanging = true;
    else if (results.state !== 'reading') results.isChanging = false;
    if (isKnown || session.isArriving) {
      answered = openings;
      results.isPlaced = true;
    }
    if (answered === openings) return undefined;
    const leave = (): void => void (results.isPlaced = false);
    if ((untrack(() => results.extraction)?.document ?? '').trim() === '') {
      leave();
      return undefined;
    }
    const timer = setTimeout(leave, BLINK);
    return () => {
      clearTimeout(timer);
    };
  });
}

function applyTheme(theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Failures of one moment have a notice each, because each is tried again on its own. */
function sayFailure(
  session: Session,
  kind: 'worker' | 'tools',
  { reason, message }: Extract<JobResult<'extract'>, { ok: false }>,
  what: string,
  again: () => void,
  help: { readonly timeout: string; readonly unfetched: string },
): void {
  const todo = reason === 'broken' ? 'This is a fault of Callscope. Try again, or report it.' : help[reason];
  const said = /[.!?]$/.test(message) ? message : `${message}.`;
  const text = `${what} ${said} ${todo}`;
  session.say({ kind, tone: 'bad', text, action: { label: 'Try again', run: again } });
}
