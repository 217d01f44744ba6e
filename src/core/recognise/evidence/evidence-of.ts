import type { Span } from '../../text/document/index.ts';
import { familyOf } from '../../catalogue/index.ts';
import { isLogText, type PastedContent } from '../index.ts';
import { type Answer, emptyTurn, stringsOf } from './answer.ts';
import { clineTools } from './cline-tools.ts';
import type { Did, Evidence, EvidenceRow, Field, FoundCall, Said, Turn } from './evidence.ts';
import { type Heard, heardIn } from './heard.ts';
import { modelOfRecord, unpaired } from './history.ts';
import { type Around, foreignTo, isEngine, judge, type Judgement, type Reason } from './judge.ts';
import { type Scene, sceneOf, type Settings, settingsOf } from './scene.ts';
import { isErrorText, lastStatus } from './status.ts';
import { readText, type TextReading } from './text-reading.ts';
import { type Hit, hitsIn, textsOf, whoOf } from './who.ts';

/**
 * What a paste proves about the server that answered: who it was, which model and parser it names, what came back in the last
 * turn of the assistant, where the call is, and why the client has none. Every step of it is a row with its place. Never
 * throws; linear.
 */
export function evidenceOf({ content }: PastedContent): Evidence {
  const scene = sceneOf(content);
  const settings = settingsOf(scene);
  const heard = [...heardAround(scene), ...heardInValues(scene)];
  const answer = scene.answers.at(-1) ?? null;
  const said = answer?.kind === 'error' ? heardInError(answer) : [];
  const who = whoOf([...hitsIn(scene), ...[...heard, ...said].flatMap(hitOf), ...heardInHistory(scene).flatMap(hitOf)]);
  const model = modelOf(scene, settings);
  const around: Around = {
    writer: who.writer,
    named: who.writer === null ? who.others : [who.writer, ...who.others],
    model: model?.text ?? null,
    parser: settings.parser?.text ?? null,
    request: scene.request,
    textTools: who.writer === 'cline' || who.writer === 'roo' ? clineTools : null,
  };
  const found = findingOf(scene, around, { answer, heard, said, settings, content });
  return {
    writer: who.writer,
    others: who.others,
    likely: who.likely,
    model: around.model,
    parser: around.parser,
    did: found.did,
    causes: found.reasons.map(({ cause }) => cause),
    call: found.call,
    tools: scene.request?.tools.map(({ name }) => name) ?? null,
    error: found.error,
    because: [...who.rows, ...namedRows(model, settings), ...found.rows],
  };
}

/** What came of the last turn. */
interface Finding {
  readonly did: Did | null;
  readonly reasons: readonly Reason[];
  readonly call: FoundCall | null;
  readonly error: string | null;
  readonly rows: readonly EvidenceRow[];
}

interface Material {
  readonly answer: Answer | null;
  /** Phrases in the text around the values. */
  readonly heard: readonly Heard[];
  /** Phrases in the error that came in place of an answer. */
  readonly said: readonly Heard[];
  readonly settings: Settings;
  readonly content: string;
}

function findingOf(scene: Scene, around: Around, material: Material): Finding {
  const { answer } = material;
  if (answer?.kind === 'error') return ofError(scene, around, material, answer);
  if (answer !== null) return ofAnswer(scene, around, material, answer);
  if (scene.history !== null) return ofHistory(scene, around, material);
  if (material.heard.length > 0 || scene.quoted !== null) return ofLog(scene, around, material);
  return ofRest(scene, material);
}

// An answer

function ofAnswer(scene: Scene, around: Around, { heard }: Material, answer: Answer): Finding {
  const judgement = judge(answer.turn, around, answer);
  const { did, faults } = judgement;
  const fits = heard.filter(({ phrase }) => phrase.id !== 'llamacpp-content-only' || did === 'text');
  const isRefused = fits.some(({ phrase }) => phrase.did === 'calls' && phrase.causes[0] === 'arguments');
  // The deltas are sound: the client refuses what it made of them.
  const isOwnFault = isRefused && did === 'calls' && faults.length === 0 && judgement.reasons.length === 0;
  const reasons = isOwnFault
    ? [reasonOf(fits, 'client'), reasonOf(fits, 'stream')].flat()
    : [...fits.flatMap(reasonsOf), ...heardAfter(answer.turn).flatMap(reasonsOf), ...judgement.reasons];
  return finding(did, reasons, callOf(answer.turn, judgement, scene), null, answer.turn);
}

function reasonOf(heard: readonly Heard[], cause: Reason['cause']): Reason[] {
  const [first] = heard;
  return first === undefined
    ? []
    : [{ cause, says: 'The calls came sound, and the client refused what it made of them.', span: first.span }];
}

function ofError(scene: Scene, around: Around, { heard, said }: Material, answer: Answer): Finding {
  const phrases = [...said, ...heard];
  const wrote = wroteIn(answer) ?? scene.quoted;
  const reading = readText(wrote?.text ?? '', around.request?.tools ?? null);
  const reasons = refined(phrases, reading, around);
  const call = wrote === null ? null : foundIn('error', wrote, reading);
  return finding('error', reasons, call, answer.error, null);
}

/** What the model wrote, where the error holds it: Groq has it in `failed_generation`, others in their message. */
function wroteIn({ value }: Answer): Said | null {
  if (value === null) return null;
  const strings = stringsOf(value);
  const keys = ['failed_generation', 'raw_output', 'model_output', 'llm_output'];
  const named = strings.find(({ key }) => keys.includes(key));
  return named ?? null;
}

/** A text that can be read says more than the sentence about it: a sound call was in another format. */
function refined(heard: readonly Heard[], reading: TextReading, around: Around): readonly Reason[] {
  const reasons = heard.flatMap(reasonsOf);
  const isAboutText = reasons.some(({ cause }) => cause === 'damaged' || cause === 'other-format');
  if (!isAboutText || reading.state === 'none' || reading.state === 'quoted') return reasons;
  const fault = reading.fault?.says ?? 'The text of the call is broken.';
  if (reading.state === 'damaged') return [{ cause: 'damaged', says: fault }, ...reasons];
  if (reading.state === 'cut') return [{ cause: 'damaged', says: fault }, { cause: 'cut', says: fault }, ...reasons];
  const engine = around.named.find(isEngine) ?? null;
  const family = around.model === null ? null : familyOf(around.model);
  const foreign = foreignTo(reading, engine, around.parser, family);
  return [
    foreign ?? { cause: 'other-format', says: 'The call is sound, in a format that the server does not read.' },
    ...reasons,
  ];
}

// A log

function ofLog(scene: Scene, around: Around, { heard, settings }: Material): Finding {
  const { quoted } = scene;
  const reading = readText(quoted?.text ?? '', around.request?.tools ?? null);
  const call = quoted === null ? null : foundIn('log', quoted, reading);
  const phrase = heard.find((one) => one.phrase.did !== null)?.phrase;
  const failed = heard.find((one) => one.phrase.id === 'vllm-parser-failed');
  if (failed !== undefined && quoted === null)
    return finding(
      'text',
      isNoJson(scene) ? [notJson, ...heard.flatMap(reasonsOf)] : heard.flatMap(reasonsOf),
      null,
      null,
      null,
    );
  const status = lastStatus(scene.around);
  const reasons = refined(heard, reading, around);
  if (phrase !== undefined) {
    const isDropped = phrase.did === 'error' && status !== null && status.status < 300;
    const dropped: Reason = {
      cause: 'lost',
      says: `The request ended with status ${String(status?.status ?? 200)}, and the call is gone.`,
    };
    return isDropped
      ? finding('nothing', [dropped, ...reasons], call, null, null)
      : finding(phrase.did, reasons, call, null, null);
  }
  if (quoted === null) return finding(null, [], call, null, null);
  return ofLoggedReply(quoted, settings, around, call);
}

const notJson: Reason = {
  cause: 'other-format',
  says: 'The block does not begin with JSON, so the model wrote another format.',
};

/** Python says where its reader of JSON stopped: at the first character there is no JSON at all. */
function isNoJson({ around }: Scene): boolean {
  return /JSONDecodeError: Expecting value: line [12] column 1 \(char [01]\)/.test(around);
}

/** A log that holds the reply, and no word about its parsing: the settings tell what came of it. */
function ofLoggedReply(quoted: Said, settings: Settings, around: Around, call: FoundCall | null): Finding {
  const turn: Turn = { ...emptyTurn(quoted.span), text: quoted };
  const judgement = judge(turn, around, null);
  if (judgement.did !== 'text') return finding(judgement.did, judgement.reasons, call, null, turn);
  if (!settings.isComplete && settings.parser === null) return finding(null, [], call, null, null);
  const isForeign = judgement.reasons.some(
    ({ cause }) => cause === 'other-format' || cause === 'damaged' || cause === 'cut',
  );
  if (settings.parser !== null && !isForeign) return finding('calls', [], call, null, null);
  return finding('text', judgement.reasons, call, null, turn);
}

// A conversation

function ofHistory(scene: Scene, around: Around, { heard }: Material): Finding {
  const { history } = scene;
  const turns = history?.turns ?? [];
  const judged = turns.map((turn) => {
    const judgement = judge(turn, around, null);
    const reasons = [...heardAfter(turn).flatMap(reasonsOf), ...judgement.reasons];
    return { turn, judgement, reasons };
  });
  const last = judged.at(-1);
  if (history === null || last === undefined) return finding(null, [], null, null, null);
  const isSent = scene.request !== null || around.writer === null || around.writer === 'langchain';
  const broken = isSent ? unpaired(history) : null;
  const own: Reason[] =
    broken === null ? [] : [{ cause: 'client', says: broken.says, span: broken.result?.span ?? null }];
  const troubled = last.reasons.length > 0 ? [last] : judged.filter(({ reasons }) => reasons.length > 0);
  const [shown = last] = troubled;
  const reasons = [...heard.flatMap(reasonsOf), ...troubled.flatMap((one) => one.reasons), ...own];
  return finding(last.judgement.did, reasons, callOf(shown.turn, shown.judgement, scene), null, last.turn);
}

/** What tools and clients said after a turn, where it reports an error: what a file holds is nobody's report. */
function heardAfter({ after, results, calls }: Turn): readonly Heard[] {
  const failed = calls.flatMap(({ error, span }): Said[] => (error === null ? [] : [{ text: error, span }]));
  const reported = results.filter(({ text, isError }) => isError || REPORT.test(text.slice(0, 400)));
  const said = after.filter(({ text }) => REPORT.test(text.slice(0, 400)));
  return [...failed, ...reported, ...said].flatMap((one) => heardIn(one));
}

const REPORT =
  /^\s{0,8}(?:<tool_use_error>|<error>|\[ERROR\]|Error\b|error\b|Invalid\b|Failed\b|failed\b|unsupported\b|Tool\b|Unknown\b|No such\b|-32\d|The tool execution failed|The arguments provided)|\] Result:\s{0,4}(?:The tool execution failed|<error>|Error\b|Missing value)/;

function heardInHistory({ history }: Scene): readonly Heard[] {
  return history?.turns.flatMap((turn) => heardAfter(turn)) ?? [];
}

// Nothing of these

function ofRest(scene: Scene, { content }: Material): Finding {
  const isRecord =
    scene.request !== null || scene.values.some(({ span }) => span.to - span.from > 0.9 * scene.frame.text.length);
  const status = lastStatus(scene.exchange?.text ?? scene.around);
  const isFailed = (status?.status ?? 0) >= 400 || isErrorText(scene.around);
  if (isFailed) return finding('error', [], null, { text: firstError(scene), span: null }, null);
  const reading = scene.request === null && !isLogText(content) ? readText(content, null) : null;
  if (reading === null || (isRecord && reading.state === 'none')) return finding(null, [], null, null, null);
  const call = foundIn('reply', { text: content, span: { from: 0, to: content.length } }, reading);
  const says = reading.fault?.says ?? '';
  if (reading.state === 'damaged') return finding(null, [{ cause: 'damaged', says }], call, null, null);
  if (reading.state === 'cut')
    return finding(
      null,
      [
        { cause: 'cut', says },
        { cause: 'damaged', says },
      ],
      call,
      null,
      null,
    );
  if (reading.state === 'drafted')
    return finding(null, [{ cause: 'in-reasoning', says: 'The call is in a block of reasoning.' }], call, null, null);
  return finding(null, [], call, null, null);
}

function firstError({ around }: Scene): string {
  return /^.{0,200}(?:Error|error)\b.{0,200}/m.exec(around)?.[0].trim() ?? '';
}

// What is said

function heardAround(scene: Scene): readonly Heard[] {
  return textsOf(scene).flatMap(({ text, place }) => heardIn({ text, span: null }, place));
}

/** What a client that keeps its reports in values of its own says there. */
function heardInValues({ values, answers, history, request }: Scene): readonly Heard[] {
  if (answers.length > 0 || history !== null || request !== null) return [];
  return values.flatMap((value) => stringsOf(value)).flatMap((said) => heardIn(said));
}

function heardInError({ value, error }: Answer): readonly Heard[] {
  const strings: readonly Said[] = value === null ? (error === null ? [] : [error]) : stringsOf(value);
  const found = strings.flatMap((said) => heardIn(said));
  return found.toSorted((a, b) => order(a) - order(b));
}

function order({ phrase }: Heard): number {
  return phrase.by === undefined ? 1 : 0;
}

function hitOf({ phrase, span, words }: Heard): readonly Hit[] {
  if (phrase.by === undefined) return [];
  const [writer, weight] = phrase.by;
  const says = `It says \`${words.replaceAll('`', "'").replaceAll(/\s+/g, ' ').slice(0, 100)}\`.`;
  return [{ writer, weight, row: { of: 'writer', value: writer, rule: phrase.id, says, span } }];
}

function reasonsOf({ phrase, span }: Heard): readonly Reason[] {
  return phrase.causes.map((cause) => ({ cause, says: phrase.says, span }));
}

// The call that was found

function callOf(turn: Turn, { did, text, reasoning, faults }: Judgement, scene: Scene): FoundCall | null {
  const [given] = turn.calls;
  if (given !== undefined) {
    const [fault] = faults;
    const shown = fault?.call ?? given;
    return {
      field: 'tool_calls',
      text: shown.argumentsText,
      span: shown.span,
      names: turn.calls.map(({ name }) => name),
      format: null,
      fault: fault?.says ?? null,
    };
  }
  const field: Field = did === 'text' ? 'content' : 'reasoning';
  const said = did === 'text' ? turn.text : turn.reasoning;
  const reading = did === 'text' ? text : reasoning;
  if (said === null || reading.state === 'none' || reading.state === 'quoted') return null;
  return foundIn(field, said, reading, scene);
}

function foundIn(field: Field, said: Said, reading: TextReading, _scene?: Scene): FoundCall | null {
  if (reading.state === 'none' || reading.state === 'quoted') return null;
  const { from, to } = reading.span ?? { from: 0, to: said.text.length };
  const isPlain = said.span !== null && said.span.to - said.span.from === said.text.length;
  const span: Span | null =
    said.span === null || !isPlain ? said.span : { from: said.span.from + from, to: said.span.from + to };
  return {
    field,
    text: said.text.slice(from, to),
    span,
    names: reading.names,
    format: reading.format,
    fault: reading.fault?.says ?? null,
  };
}

// The rows

function finding(
  did: Did | null,
  reasons: readonly Reason[],
  call: FoundCall | null,
  error: Said | null,
  turn: Turn | null,
): Finding {
  const seen = new Set<string>();
  const unique = reasons.filter(({ cause }) => !seen.has(cause) && seen.add(cause));
  const rows: EvidenceRow[] = [];
  if (did !== null)
    rows.push({
      of: 'did',
      value: did,
      rule: `did-${did}`,
      says: didText[did],
      span: error?.span ?? turn?.span ?? call?.span ?? null,
    });
  for (const { cause, says, span } of unique)
    rows.push({ of: 'cause', value: cause, rule: `cause-${cause}`, says, span: span ?? call?.span ?? null });
  return { did, reasons: unique, call, error: error?.text ?? null, rows };
}

const didText: Readonly<Record<Did, string>> = {
  calls: 'The client received structured calls.',
  text: 'The client received no structured call, and the text holds one.',
  answer: 'The client received text without a call.',
  nothing: 'The client received neither a call nor text.',
  error: 'The client received an error.',
};

function modelOf(scene: Scene, settings: Settings): Said | null {
  const answered = scene.answers.findLast(({ model }) => model !== null)?.model;
  const records = scene.records.toReversed().map((record) => modelOfRecord(record));
  const ofRecords = records.find((one) => one !== null) ?? null;
  return answered ?? settings.model ?? ofRecords ?? scene.request?.model ?? modelInText(scene);
}

const OLLAMA_MODEL = /\bregistry\.ollama\.ai\/(?:library\/)?([\w./:-]{1,120}) does not support/;

/** A model that code, an error or a log names. */
function modelInText({ around, frame, answers }: Scene): Said | null {
  const error = answers.at(-1)?.error ?? null;
  const inError = error === null ? null : OLLAMA_MODEL.exec(error.text)?.[1];
  if (inError !== undefined && inError !== null) return { text: inError, span: error?.span ?? null };
  const patterns = [
    OLLAMA_MODEL,
    /\bmodel ?[=:] ?["']([\w./:-]{2,120})["']/,
    /^ ?\[([\w./:@-]{2,120})\] (?:Failed|Model generated|Generated|Running)/m,
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(around);
    const text = found?.[1];
    if (found === null || text === undefined) continue;
    const from = found.index + found[0].indexOf(text);
    return { text, span: frame.place({ from, to: from + text.length }) };
  }
  return null;
}

function namedRows(model: Said | null, { parser }: Settings): readonly EvidenceRow[] {
  return [
    ...(model === null
      ? []
      : [
          {
            of: 'model',
            value: model.text,
            rule: 'model',
            says: `It names the model \`${model.text}\`.`,
            span: model.span,
          } as const,
        ]),
    ...(parser === null
      ? []
      : [
          {
            of: 'parser',
            value: parser.text,
            rule: 'parser',
            says: `It names the parser \`${parser.text}\`.`,
            span: parser.span,
          } as const,
        ]),
  ];
}
