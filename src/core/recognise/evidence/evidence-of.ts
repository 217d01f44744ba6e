import {
  beginsWithMember,
  chatLogTalk,
  frameOf,
  longString,
  type PastedContent,
  placeOf,
  printedTalk,
  quotedBlocks,
  quotedReply,
  readValue,
  recognise,
  rewritten,
  shownParts,
  spokenTalk,
  unescaped,
  withoutLead,
} from '../index.ts';
import { clineTools } from '../../tools/index.ts';
import { askedAbout } from './paste/asked-about.ts';
import { codeSendsTools, quotesTools } from './paste/code-request.ts';
import { cutOut, MEMBER, restOf, unopened } from './paste/cut-out.ts';
import {
  type Cause,
  type Evidence,
  type EvidenceRow,
  type FoundCall,
  readsEveryText,
  type Said,
  writers,
} from './evidence.ts';
import { braceInWords } from './findings/brace-in-words.ts';
import { droppedTools } from './findings/dropped-tools.ts';
import { withoutEdge } from './findings/decided-by-code.ts';
import { finding } from './findings/finding.ts';
import { withJsonPlace } from './findings/json-place.ts';
import { withRequestPlace } from './findings/request-place.ts';
import { withSpokenTags } from './findings/spoken-tags.ts';
import { toldRefusal } from './findings/told-refusal.ts';
import { toldWords } from './findings/told-words.ts';
import { endedInString } from './findings/ended-in-string.ts';
import { findingOf } from './findings/finding-of.ts';
import { ofPromptSent } from './findings/by-prompt.ts';
import { markedName } from './findings/marked-name.ts';
import { ofModelList } from './findings/model-list.ts';
import { passedOnTags } from './findings/passed-on.ts';
import { nearestTool } from './findings/nearest-tool.ts';
import { misnamedChoice } from './findings/misnamed-choice.ts';
import { saysBrokeLater, saysSometimes, saysUnshown } from './findings/other-way.ts';
import { heardAfter, heardAround, heardInError, hitOf } from './errors/phrase-search.ts';
import { type Named, namedInQuestion, namedInWords, nobody, rowsOf } from './named-in-words.ts';
import { ownTools } from './paste/own-tools.ts';
import { MOST_TURNS } from './paste/history.ts';
import { modelOf } from './model-of.ts';
import type { Around } from './findings/reason.ts';
import { type Scene, sceneOf } from './paste/scene.ts';
import { startsWithoutParser } from './paste/parser-flag.ts';
import { isExcerpt } from './paste/excerpt.ts';
import { settingsOf, parserOfTemplate } from './paste/settings.ts';
import { type TwoAnswers, twoAnswers } from './findings/two-answers.ts';
import { unwrapped } from './paste/unwrapped.ts';
import { unconnected } from './findings/unconnected-mcp.ts';
import { isShownBySender } from './findings/shown-by-client.ts';
import { wantsCall } from './findings/wanted-call.ts';
import { ofUnasked } from './findings/unasked-object.ts';
import { unfitParser } from './findings/unfit-parser.ts';
import { hitsIn, whoOf } from './who.ts';
import { RAN } from './words/pieces.ts';
import { engineAmong } from './engine-among.ts';
import { servedBy, servedByName } from './served-by.ts';

/**
 * What a paste proves about the server that answered: who it was, which model and parser it names, what came back in the last
 * turn of the assistant, where the call is, and why the client has none. Every step of it is a row with its place. Never
 * throws; linear.
 */
export function evidenceOf(pasted: PastedContent): Evidence {
  const { content } = pasted;
  const literal = longString(content);
  if (literal !== null) return withoutPlaces(evidenceOf({ ...pasted, content: literal.text }));
  let best = evidenceAs(content);
  if (content.length > LONGEST_PEELED || told(best) === TOLD.length) return best;
  const braced = withMembersBraced(content);
  const inWords = braced === null ? best : evidenceAs(braced);
  if (told(inWords) >= told(best) && inWords !== best) best = withoutPlaces(inWords);
  // What was printed, bent or escaped as a whole is seen only without what is around it.
  const said = unescaped(content)?.text;
  const { text } = frameOf(content);
  const parts = [
    text,
    ...[said, withoutLead(text)].flatMap((one) => one ?? []),
    ...shownParts(content).map(({ from, to }) => content.slice(from, to)),
  ];
  for (const part of parts) {
    const inner = part === content ? best : evidenceAs(part);
    if (saysMore(inner, best)) best = withoutPlaces(inner);
  }
  return best.did === null && best.writer === null ? ofReply(best, pasted) : best;
}

/** A text in which somebody shows members of an object, with the object whole among the words that tell of it; null for others. */
function withMembersBraced(content: string): string | null {
  for (const { from, to } of shownParts(content)) {
    const shown = content.slice(from, to);
    const members = beginsWithMember(shown.slice(0, 120)) ? cutOut(shown) : null;
    const end = unopened(members?.text ?? '') < 0 ? '}' : '';
    if (members !== null)
      return content.slice(0, from) + members.text.trimEnd().replace(/,$/, '') + end + content.slice(to);
  }
  return null;
}

/** What is said of a reply alone, of what it is without what others put around it: that is no damage of the model. */
function ofReply(evidence: Evidence, pasted: PastedContent): Evidence {
  const { kind, count, replies } = recognise(pasted);
  const text = replies[0]?.text ?? null;
  const isAlone = (kind === 'reply' || kind === 'escaped') && count === 1 && text !== null && text !== pasted.content;
  const bare = isAlone ? evidenceAs(text) : evidence;
  if (bare === evidence || bare.did !== null || bare.call === null) return evidence;
  // The words around it tell why it stayed text, and nothing of the reply.
  if (TOLD_AROUND.has(evidence.causes[0])) return evidence;
  const { call, causes, because } = withoutPlaces(bare);
  const told = evidence.because.filter(({ of }) => of !== 'cause');
  return { ...evidence, call, causes, because: [...told, ...because.filter(({ of }) => of === 'cause')] };
}

const TOLD_AROUND: ReadonlySet<Cause | undefined> = new Set(['other-format', 'parser-off', 'no-tools']);

/** Longer pastes are read once. In UTF-16 units. */
const LONGEST_PEELED = 200_000;

function evidenceAs(content: string): Evidence {
  const other =
    chatLogTalk(content) ?? rewritten(content, readValue(content)) ?? printedTalk(content) ?? spokenTalk(content);
  if (other !== null) return ofGraph(withoutPlaces(evidenceIn(other)), content);
  const whole = withWholePiece(content);
  const read = whole === null ? evidenceIn(content) : withoutPlaces(evidenceIn(whole));
  const isBlamed = read.did === 'answer' || read.did === 'nothing' || read.causes.some((cause) => OF_WHOLE.has(cause));
  const own = isBlamed && isTorn(content) ? ofServer(read) : read;
  const isNothing = own.writer === null && own.did === null && own.call === null;
  const printed = isNothing ? (unescaped(content)?.text ?? null) : own.did === 'error' ? unwrapped(content) : null;
  const cut = printed === null && (own.writer === null || own.model === null) ? cutOut(content) : null;
  const inner = printed ?? cut?.text ?? null;
  const all = inner === null ? own : evidenceIn(inner);
  const found = cut?.isRest === true ? ofServer(all) : all;
  const isNamed =
    own.model === null && found.model !== null && found.writer === own.writer && told(found) === told(own);
  return isNamed || saysMore(found, own) ? withoutPlaces(found) : own;
}

/** A sound call in what a graph printed, which the code above that never runs. */
function ofGraph(evidence: Evidence, content: string): Evidence {
  const isSound = evidence.did === 'calls' && evidence.causes.length === 0;
  const reason = isSound ? withoutEdge(content) : null;
  if (reason === null) return evidence;
  const { reasons, rows } = finding(evidence.did, [reason]);
  return {
    ...evidence,
    causes: reasons.map(({ cause }) => cause),
    because: [...evidence.because, ...rows.filter(({ of }) => of === 'cause')],
  };
}

/** What it says of the server alone. */
function ofServer(evidence: Evidence): Evidence {
  const because = evidence.because.filter(({ of }) => of !== 'did' && of !== 'cause');
  return { ...evidence, did: null, causes: [], call: null, because };
}

/** What a stream is blamed for that may be missing in the paste alone. */
const OF_WHOLE: ReadonlySet<Cause> = new Set(['damaged', 'stream', 'unknown-tool', 'lost', 'arguments']);

/** Whether the first piece of a stream has lost its beginning, and others may be missing: then nobody knows what the model wrote. */
function isTorn(content: string): boolean {
  const [first = '', ...others] = content.trim().slice(0, LONGEST_PIECE).split('\n', 3);
  if (others.length === 0) return false;
  const isPiece = /inish_reason\b|\.chunk"|\btool_call_chunks\b|"done"/.test(first);
  if (!isPiece || /^(?:data|event|id|:|[{[]|b['"]|[A-Z]\w{0,40}\()/.test(first)) return false;
  return unopened(first) > 0 && unopened(first.slice(first.search(MEMBER) + 1)) > 0;
}

/** A stream with the first piece of which only the beginning is lost, and not what the model wrote; null for none. */
function withWholePiece(content: string): string | null {
  if (!isTorn(content)) return null;
  const [first = ''] = content.trimStart().split('\n', 1);
  const piece = restOf(first)?.text ?? '';
  const others = content.trimStart().slice(first.length);
  return piece.includes('"delta"') ? `${/^data: /m.test(others) ? 'data: ' : ''}${piece}${others}` : null;
}

/** Longer pieces are no pieces. In UTF-16 units. */
const LONGEST_PIECE = 4000;

/** Whether one reading says more than another: a part with the history of a request says less than the error outside of it. */
function saysMore(one: Evidence, other: Evidence): boolean {
  return told(one) > told(other) && (other.did !== 'error' || one.did === 'error');
}

const TOLD: readonly ((evidence: Evidence) => boolean)[] = [
  ({ writer }) => writer !== null,
  ({ did }) => did !== null,
  ({ call, turns, because }) => call !== null || turns > 1 || because.some(({ rule }) => rule === RAN),
  ({ causes }) => causes.length > 0,
];

/** How much it says. */
function told(evidence: Evidence): number {
  return TOLD.filter((isTold) => isTold(evidence)).length;
}

/** Of a text that is not there as it was pasted. */
function withoutPlaces(evidence: Evidence): Evidence {
  const { call, because, troubles } = evidence;
  const placeless = <Placed extends { readonly span: unknown }>(one: Placed): Placed & { span: null } => ({
    ...one,
    span: null,
  });
  return {
    ...evidence,
    call: call && placeless(call),
    because: because.map(placeless),
    troubles: troubles.map((one) => placeless({ ...one, call: one.call && placeless(one.call) })),
  };
}

/** The paste without what shows only the other one of two servers. */
function withoutOther(scene: Scene, pair: TwoAnswers | null): Scene {
  if (pair === null || pair.foreign === null) return scene;
  const { failed, foreign } = pair;
  const { at, near } = foreign;
  return {
    ...scene,
    values: scene.values.filter((value) => value.span.to <= at.from || value.span.from >= at.to),
    answers: [failed],
    around: `${scene.around.slice(0, near)}${' '.repeat(at.to - near)}${scene.around.slice(at.to)}`,
  };
}

/** The server that the line above the failed answer names. */
function namedAbove(pair: TwoAnswers | null): Named {
  if (pair === null || pair.named === null) return nobody;
  return {
    writer: pair.named,
    model: null,
    rows: rowsOf(pair.named, 'named-above', 'The line above the answer names it.', pair.failed.span),
  };
}

function evidenceIn(content: string): Evidence {
  const scene = sceneOf(content);
  const pair = twoAnswers(scene);
  const last = pair?.failed ?? askedAbout(scene.answers);
  const answer = last !== null && isExcerpt(scene, last, content) ? null : last;
  const heard = heardAround(scene);
  const said = answer?.kind === 'error' ? heardInError(answer) : [];
  const reported = (scene.history?.turns ?? []).slice(-MOST_TURNS).flatMap((turn) => heardAfter(turn));
  const who = whoOf(
    [...hitsIn(withoutOther(scene, pair)), ...[...heard, ...said, ...reported].flatMap(hitOf)],
    scene.around,
  );
  const proved = engineAmong([who.writer, ...who.others]);
  const settings = settingsOf(withoutOther(scene, pair), proved);
  const failed = pair?.model ?? null;
  const model = failed === null ? modelOf(scene, settings) : { text: failed, span: null };
  const isEngineKnown = proved !== null;
  const inFront = who.writer === null || isEngineKnown ? null : writers[who.writer].kind;
  // Whose parser a flag names reads what that parser is for.
  const started = settings.parser === null ? null : who.likely;
  const inWords = namedInWords(scene.around, scene.values.at(-1)?.span ?? null);
  const namedBeside = inFront === 'client' ? inWords : nobody;
  const namedAlone = who.writer === null && (pair?.foreign ?? null) === null ? inWords : nobody;
  const asks = isEngineKnown ? null : (servedByName(who.writer, model?.text ?? null) ?? namedBeside.writer);
  const others = asks === null ? who.others : [...who.others, asks];
  const around: Around = {
    writer: who.writer,
    named: [who.writer ?? namedAlone.writer ?? started, ...others].filter((one) => one !== null),
    model: (model ?? namedAlone.model)?.text ?? null,
    parser: settings.parser?.text ?? null,
    templateParser: parserOfTemplate(scene.around),
    isStartedWithoutParser: startsWithoutParser(scene.around, proved),
    brokeLater: saysBrokeLater(scene.around),
    comesSometimes: saysSometimes(scene.around),
    showsNoTools: saysUnshown(scene.around),
    sendsTools:
      scene.request?.isDeclared ??
      codeSendsTools(scene) ??
      (wantsCall([...heard, ...said]) ||
      quotesTools(scene) ||
      isShownBySender(scene.around, who.writer, scene.frame.text)
        ? true
        : null),
    logsTools: /\] Tools: \[/.test(scene.frame.text),
    ownTools: ownTools(scene),
    // Its own formats have no agent: who names one has a fork, which may send tools.
    readsEdits: who.writer === 'aider' && !/\bwith agent edit format\b/.test(scene.around),
    request: scene.request,
    history: scene.history,
    textTools: readsEveryText(who.writer) ? clineTools : null,
  };
  const { reasons, rows, ...found } = findingOf(scene, around, { answer, heard, said, settings, content, pair });
  const isOpen = answer === null && found.call?.field === 'reply';
  const isSilent = found.did === null && found.call === null && reasons.length === 0;
  const told = isSilent && answer === null ? toldWords(content) : null;
  const isAsked = (found.did === null || isOpen) && (found.call === null || isQuoted(content, found.call));
  const asked = scene.request === null ? null : placeOf(scene.request.body);
  const shown = isOpen ? (found.call?.span ?? null) : (answer?.span ?? told?.span ?? asked);
  // Words around two servers may name either.
  const foreign = pair?.foreign ?? null;
  const isOne = who.writer === null && foreign === null;
  const beside = isOne ? namedInWords(content, shown) : who.writer === null ? namedAbove(pair) : nobody;
  const words = isOne && isAsked && beside.writer === null ? namedInQuestion(content, shown) : beside;
  const parts = { model: around.model ?? words.model?.text ?? null, parser: around.parser };
  const unfit = isSilent
    ? (misnamedChoice(around.request) ??
      ofPromptSent(scene) ??
      ofUnasked(scene) ??
      ofModelList(scene) ??
      unfitParser([who.writer, words.writer ?? who.likely, ...others], {
        ...parts,
        templateParser: around.templateParser,
      }))
    : null;
  const called = [...(found.call?.names ?? []), found.error ?? ''].join('\n');
  const declared = scene.request?.tools.map(({ name }) => name) ?? [];
  const ofUnknown = { names: found.call?.names ?? [], error: found.error, writer: who.writer, tools: declared };
  const unstarted =
    unconnected(reasons[0], called, scene.frame.text) ??
    markedName(reasons[0], called) ??
    nearestTool(reasons[0], ofUnknown, scene, content) ??
    droppedTools(reasons[0], scene.frame.text) ??
    braceInWords(reasons[0], scene) ??
    passedOnTags(reasons[0], around.named, scene.frame.text) ??
    toldRefusal(reasons[0], scene.frame.text);
  const other =
    unfit !== null
      ? [unfit]
      : unstarted !== null
        ? [
            unstarted,
            ...reasons.slice(1).filter(({ cause }) => unstarted.cause !== 'no-tools' || cause !== 'parser-off'),
          ]
        : (withSpokenTags(found, reasons, content) ?? endedInString(found, reasons, scene.around));
  const given = other === null ? { reasons, rows } : finding(found.did, other);
  const wrote = answer?.turn.text?.text ?? scene.quoted?.text ?? null;
  const provider = servedBy([who.writer, ...others.filter((one) => one === 'openrouter')], scene.frame.text);
  return {
    writer: who.writer,
    others,
    likely: words.writer ?? who.likely,
    ...(provider === null ? {} : { provider }),
    ...parts,
    ...found,
    causes: given.reasons.map(({ cause }) => cause),
    tools:
      scene.request?.isDeclared === true && scene.request.tools.length === 0
        ? null
        : (scene.request?.tools.map(({ name }) => name) ?? null),
    sendsTools: around.sendsTools,
    isAnswered: answer !== null,
    demands: scene.request?.demands ?? DEMANDS.test(scene.around),
    because: [
      ...who.rows,
      ...namedBeside.rows,
      ...words.rows,
      ...rowOf('model', model ?? words.model ?? namedAlone.model),
      ...rowOf('parser', settings.parser),
      ...withRequestPlace(
        withJsonPlace(given.rows, scene.around, wrote, content),
        found.did === 'error' ? (found.error ?? '') : '',
        scene.request,
      ),
      ...(told === null ? [] : [told]),
    ],
  };
}

/** Whether a person shows it: in a bare reply, it is the model that speaks of servers. */
function isQuoted(content: string, { span, text }: FoundCall): boolean {
  const reply = quotedReply(content);
  // The signs of a quotation are before its lines, so the call is not there as it is.
  if (span === null) return reply?.text.includes(text) === true;
  const shown = [...quotedBlocks(content), ...[reply].flatMap((one) => one ?? [])];
  return shown.some(({ from, to }) => from <= span.from && span.to <= to);
}

/** The same in the code of a person: `tool_choice="required"`. */
const DEMANDS = /\btool_?[cC]hoice["']?\s{0,4}[=:]\s{0,4}["'](?:required|any)["']/;

function rowOf(of: 'model' | 'parser', said: Said | null): readonly EvidenceRow[] {
  if (said === null) return [];
  return [{ of, value: said.text, rule: of, says: `It names the ${of} \`${said.text}\`.`, span: said.span }];
}
