import { canForceCall, familyOf, isStray, isTrained, trainedFormat } from '../catalogue/index.ts';
import { diagnose, refuses } from '../diagnose/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import { formatList } from '../formats/index.ts';
import {
  type AskedReply,
  correctForm,
  type CorrectForm,
  engineOf,
  extract,
  isWrittenFor,
  type Project,
  promptedForm,
  readersOf,
  type Safety,
  safetyOf,
  type Trial,
  trialOf,
  trialOfForm,
} from '../reader/index.ts';
import { applyEdit, counted, type Edit } from '../text/document/index.ts';
import { declaredTools } from '../tools/index.ts';
import { type Fix, fix, type Found, inOrder, type WayOut, worth } from './fix.ts';
import { plainerTools } from './plainer-tools.ts';

export interface WaysOut {
  /** How many calls were meant. */
  readonly intended: number;
  /** Whether the whole reply gives them already, and only its stream does not. */
  readonly onlyStream: boolean;
  /** The format that the model left, where it did: then the fix is about the model. */
  readonly left: string | null;
  /** Whether the schema of its tool refuses a call as the model wrote it: then no parser brings the call that was meant. */
  readonly isRefused: boolean;
  /** In the order of their ranks: what is safe and lasts longest first. */
  readonly ways: readonly Fix[];
}

export interface WaysOutOptions {
  /** The runtime that the page reads with. */
  readonly chosen: string;
  readonly system: string;
  /** The format that the prompt asks for beside its own words; '' or absent for the default. */
  readonly asked?: string;
  /** The name of the model; null or absent where nobody knows it. */
  readonly model?: string | null;
}

export interface TriedSoFar {
  readonly done: number;
  readonly total: number;
}

/** Longer texts are not read by hundreds of runtimes. In UTF-16 units. */
const LONGEST = 20_000;

/** So many other projects are offered. */
const MOST_ENGINES = 3;

/** So many edits are made one after another. */
const MOST_EDITS = 4;

/**
 * What makes the chosen runtime, or another one, return the calls that were meant. Each way is tried before it is offered: on
 * the reply without its native part, and on the correct form of its calls. Null where the calls come already, where no call was
 * meant, and for our own readers.
 *
 * @param toolsText the tools of the request as typed
 */
export function* waysOut(
  reply: AskedReply,
  toolsText: string,
  projects: readonly Project[],
  options: WaysOutOptions,
): Generator<TriedSoFar, WaysOut | null> {
  const { text } = reply.question;
  const own = projects.find(({ runtimes }) => runtimes.some(({ id }) => id === options.chosen));
  const runtime = own?.runtimes.find(({ id }) => id === options.chosen);
  if (own === undefined || runtime === undefined || runtime.lenient) return null;
  if (text.trim() === '' || text.length > LONGEST || reply.intended.length === 0) return null;
  const now = trialOf(reply, runtime);
  if (now.whole && now.streamed) return null;

  const subject = subjectOf(reply, runtime, now, options.model ?? null);
  const flags = readersOf(own, reply.formats).filter((one) => one !== runtime);
  const others = (own.reads === 'text' ? [] : projects)
    .filter((project) => project !== own && engineOf(`${project.id}:`) !== null && project.reads !== 'text')
    .map((project) => ({
      project,
      readers: readersOf(project, reply.formats).filter((one) => isWrittenFor(one, reply.formats)),
    }));
  const total = others.reduce((sum, { readers }) => sum + readers.length, flags.length);
  let done = 0;
  /** The first safe one that returns what was meant; else the first that streams; else the first. */
  function* firstOf(
    kind: 'flag' | 'engine',
    runtimes: readonly Runtime[],
    isOfOtherModel: (one: Runtime) => boolean,
  ): Generator<TriedSoFar, Found | null> {
    const end = done + runtimes.length;
    let first: Found | null = null;
    for (const one of runtimes) {
      yield { done, total };
      done += 1;
      const tried = trialOf(reply, one);
      if (!tried.whole || (now.whole && !tried.streamed)) continue;
      const what: WayOut = {
        kind,
        runtime: one.id,
        isWrittenFor: isWrittenFor(one, reply.formats),
        isOfOtherModel: isOfOtherModel(one),
        ...(one.flag.startsWith('--chat-template') ? { changesPrompt: true } : {}),
      };
      const safety = safetyOf(one, subject.form, reply.question);
      // What the model never writes is not lost.
      const breaks = subject.isGone ? null : safety.breaks;
      const found = fix(what, tried, { ...safety, breaks: breaks ?? lossOf(reply, one) });
      if (first === null || worth(found) > worth(first)) first = found;
      if (found.breaks === null && tried.streamed) break;
    }
    done = end;
    return first;
  }

  // Who chose a parser for the format chose that of the model.
  const isOwnModels = own.perModel === true && isWrittenFor(runtime, reply.formats) && !isForAnyModel(runtime);
  const flag = yield* firstOf('flag', flags, (one) => isOwnModels || isSecond(own, one, reply.formats));
  const written = familyOf(options.model ?? runtime.id);
  const engines: Found[] = [];
  for (const { project, readers } of others) {
    const engine = yield* firstOf(
      'engine',
      readers,
      (one) => isSecond(project, one, reply.formats) || (project.perModel === true && isOfOther(one, written)),
    );
    if (engine !== null) engines.push(engine);
  }
  const best = engines.toSorted((one, other) => worth(other) - worth(one)).slice(0, MOST_ENGINES);
  const reasoning = reasoningChange(subject, options.model ?? null);
  // Where the reasoning parser is to blame, tool parser, prompt and model are not.
  const about =
    reasoning === null
      ? [
          toolsChange(subject, toolsText),
          now.whole ? null : askedFormat(subject, options),
          ...(now.whole ? [] : aboutModel(subject)),
        ]
      : [reasoning];
  const ways = [
    flag,
    ...best,
    now.whole ? onlyWhole(subject) : null,
    now.whole ? null : replyEdit(subject),
    ...about,
  ].filter((way) => way !== null);
  return {
    intended: reply.intended.length,
    onlyStream: now.whole,
    left: subject.left,
    isRefused: subject.isRefused,
    ways: inOrder(ways, subject.left !== null || subject.isRefused || (subject.isGone && own.id !== 'vllm')),
  };
}

/** What a runtime loses of this reply beside its calls, as a sentence; null where that is nothing. */
function lossOf(reply: AskedReply, runtime: Runtime): string | null {
  const { whole, streamed } = reply.answers(runtime);
  const lost = Math.max(whole.lost, streamed?.lost ?? 0);
  return lost === 0 ? null : `${runtime.label} loses ${counted(lost, 'character')} of this reply.`;
}

/** Whether a runtime is not the one that people use for the formats, where each model has its own. */
function isSecond(project: Project, one: Runtime, formats: ReadonlySet<string>): boolean {
  return project.perModel === true && readersOf(project, formats)[0] !== one;
}

/** Whether a chat template or a parser is named after other models than the one of the reply, where that is known. */
function isOfOther({ label }: Runtime, written: ReturnType<typeof familyOf>): boolean {
  const families = label.split(', ').map((name) => familyOf(name)?.name);
  return written !== null && !families.includes(undefined) && !families.includes(written.name);
}

/** What Ollama does for a model that names no parser. */
function isForAnyModel({ id }: Runtime): boolean {
  return id.includes(':generic:');
}

/** A reply that a runtime does not return as it was meant. */
interface Subject {
  readonly reply: AskedReply;
  readonly runtime: Runtime;
  /** What comes without any fix. */
  readonly now: Trial;
  /** The calls as the model writes them correctly; null where nobody knows its format, or how to write it. */
  readonly form: CorrectForm | null;
  /** The format that the model left; null where it did not. */
  readonly left: string | null;
  /** Whether it left its own format, and no prompt brings it back. */
  readonly isGone: boolean;
  readonly isRefused: boolean;
  /** What the runtime makes of the correct form; null where there is none. */
  readonly correct: Trial | null;
}

function subjectOf(reply: AskedReply, runtime: Runtime, now: Trial, model: string | null): Subject {
  const { found, intended, question } = reply;
  const written = [...found.calls, ...found.incomplete][0]?.format ?? null;
  const isGone = isStray(model, written);
  const trained = isGone ? written : trainedFormat({ model, written, parsed: runtime.formats });
  const family = model === null ? null : familyOf(model);
  const spelling = family?.formats[0] === trained ? family.spelling : undefined;
  const form = trained === null ? null : correctForm(trained, intended, question.text, spelling);
  const correct = form === null ? null : trialOfForm(form, runtime, question);
  return {
    reply,
    runtime,
    now,
    form,
    left: trained === written ? null : trained,
    isGone,
    isRefused: isRefused(reply),
    correct,
  };
}

/** What somebody stated is meant as it is. */
function isRefused({ question: { expected, tools = [] }, intended }: AskedReply): boolean {
  return (
    expected === null &&
    intended.some(({ name, argumentsText }) => tools.some((tool) => tool.name === name && refuses(tool, argumentsText)))
  );
}

/** The correct form is not touched by it. */
const untouched: Safety = { correct: null, breaks: null };

/** Both ways where the reply comes in one piece. */
const inOnePiece: Trial = { whole: true, streamed: true };

function onlyWhole({ correct, form, runtime }: Subject): Found {
  const isSafe = correct === null || correct.whole;
  const breaks = `${runtime.label} does not read correct calls in \`${form?.format ?? ''}\` either.`;
  const safety = {
    correct: correct && { whole: correct.whole, streamed: correct.whole },
    breaks: isSafe ? null : breaks,
  };
  return fix({ kind: 'whole' }, inOnePiece, safety);
}

/**
 * The reasoning parser of the same server that leaves the calls to the tool parser, and the least text that nobody should see;
 * null where none is at work, and where each of them gives something else.
 */
function reasoningChange({ reply, runtime, now, form }: Subject, model: string | null): Found | null {
  const { reasoning = '' } = reply.question;
  const { reasoning: choices } = runtime;
  if (choices === undefined || choices.with(reasoning) === null) return null;
  // Of those that do as well, that of the tool parser and the model, then none at all.
  const preset = choices.preset(model);
  const tried = [...new Set([...(preset === null ? [] : [preset]), '', ...choices.flags])]
    .filter((parser) => parser !== reasoning)
    .map((parser) => {
      const changed = reply.with({ reasoning: parser });
      return { parser, trial: trialOf(changed, runtime), seen: changed.whole(runtime).seen.length };
    })
    .filter(({ trial }) => trial.whole && (!now.whole || trial.streamed));
  const order = tried.toSorted(
    (one, other) => Number(other.trial.streamed) - Number(one.trial.streamed) || one.seen - other.seen,
  );
  const [best] = order;
  if (best === undefined) return null;
  const correct = form && trialOfForm(form, runtime, reply.question);
  return fix({ kind: 'reasoning', parser: best.parser }, best.trial, { correct, breaks: null });
}

function toolsChange({ reply, runtime, now, form, correct: before }: Subject, toolsText: string): Found | null {
  for (const change of plainerTools(toolsText, reply.intended)) {
    const changed = reply.with({ tools: declaredTools(change.tools) });
    const tried = trialOf(changed, runtime);
    if (!tried.whole || (now.whole && !tried.streamed)) continue;
    const correct = form && trialOfForm(form, runtime, changed.question);
    const isWorse =
      correct !== null &&
      ((before?.whole === true && !correct.whole) || (before?.streamed === true && !correct.streamed));
    const breaks = isWorse
      ? `With these tools ${runtime.label} loses correct calls in \`${form?.format ?? ''}\`.`
      : null;
    return fix({ kind: 'tools', ...change }, tried, { correct, breaks });
  }
  return null;
}

/** The same calls in a format of the runtime, where the reply is in none of them. What the model was trained on comes first. */
function askedFormat(
  { reply, runtime, form, isGone }: Subject,
  { system, asked: already = '' }: WaysOutOptions,
): Found | null {
  const { intended, question } = reply;
  if (isGone || isWrittenFor(runtime, reply.formats)) return null;
  const formats = runtime.formats.toSorted(
    (one, other) => Number(other === form?.format) - Number(one === form?.format),
  );
  for (const format of formats) {
    const prompt = formatList.find(({ id }) => id === format)?.prompt;
    const asked = promptedForm(format, intended);
    const tried = asked === null || prompt === undefined ? null : trialOfForm(asked, runtime, question);
    if (prompt === undefined || tried?.whole !== true) continue;
    if (format === already || system.includes(prompt.ask)) return null;
    const breaks = tried.streamed ? null : `${runtime.label} does not read \`${format}\` when it is streamed.`;
    return fix({ kind: 'prompt', format }, tried, { correct: tried, breaks });
  }
  return null;
}

/**
 * What makes the model keep to its format, where the runtime reads that: nothing is wrong with the parser then. Whether a model
 * does it cannot be tried here; what is tried is that its calls come when it does.
 */
function aboutModel({ reply, runtime, form, correct, left, isRefused }: Subject): readonly Found[] {
  if (form === null || correct === null || !correct.whole || !isTrained(form.format))
    return otherModel(reply, runtime, form?.format);
  const { format } = form;
  const breaks = correct.streamed ? null : `Correct calls in \`${format}\` are lost when they are streamed.`;
  const safety: Safety = { correct, breaks };
  const model = fix({ kind: 'model', format, isOther: false }, correct, safety);
  const engine = engineOf(runtime.id);
  const isForced = (left !== null || isRefused) && engine?.reads !== 'text' && canForceCall(engine?.id ?? null);
  return isForced ? [fix({ kind: 'constrain', format }, correct, safety), model] : [model];
}

/** The runtime reads nothing of what this model writes: one that was trained on a format which it reads without a loss. */
function otherModel({ intended, question }: AskedReply, runtime: Runtime, own?: string): readonly Found[] {
  for (const format of runtime.formats.filter((one) => one !== own && isTrained(one))) {
    const form = correctForm(format, intended, '');
    const correct = form && trialOfForm(form, runtime, question);
    if (correct?.whole === true && correct.streamed)
      return [fix({ kind: 'model', format, isOther: true }, correct, { correct, breaks: null })];
  }
  return [];
}

/** Whether the whole reply gives the calls that were meant. */
function isMeant(reply: AskedReply, runtime: Runtime): boolean {
  return reply.whole(runtime).calls === 'same';
}

/** The first edit that a diagnosis offers and that is enough, or some of them one after another. */
function replyEdit({ reply, runtime }: Subject): Found | null {
  const { text } = reply.question;
  const edit = enoughEdit(reply, runtime, text);
  if (edit === null) return null;
  return fix({ kind: 'edit', edit }, trialOf(reply.with({ text: applyEdit(text, edit) }), runtime), untouched);
}

function enoughEdit(reply: AskedReply, runtime: Runtime, text: string): Edit | null {
  const edited = (one: AskedReply, edit: Edit): AskedReply => reply.with({ text: applyEdit(one.question.text, edit) });
  const offered = editsOf(reply, runtime);
  for (const edit of offered) if (isMeant(edited(reply, edit), runtime)) return edit;
  let current = reply;
  let [next] = offered;
  for (let count = 1; count <= MOST_EDITS && next !== undefined; count += 1) {
    current = edited(current, next);
    if (isMeant(current, runtime)) {
      const changes = [{ span: { from: 0, to: text.length }, insert: current.question.text }];
      return { label: `Make ${String(count)} edits`, changes };
    }
    [next] = editsOf(current, runtime);
  }
  return null;
}

function editsOf(reply: AskedReply, runtime: Runtime): readonly Edit[] {
  const options = reply.optionsFor(runtime);
  return diagnose(extract({ text: reply.question.text }, options), options).flatMap(({ edit }) =>
    edit === null || edit.runtime !== undefined ? [] : [edit],
  );
}
