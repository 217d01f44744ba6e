import { readJson } from '../../../text/json/index.ts';
import { finding, type Finding } from './finding.ts';
import { callInTurn } from '../calls/found-call.ts';
import { packedArgument } from '../calls/packed-argument.ts';
import type { Said, Turn } from '../evidence.ts';
import { type Heard, heardAfter, heardWidely, isVague, reasonsOf } from '../errors/phrase-search.ts';
import { MOST_TURNS, unpaired } from '../paste/history.ts';
import { calledAgain } from './called-again.ts';
import { judge, type Judgement } from './judge.ts';
import { ofWantedCall } from './wanted-call.ts';
import { ranBefore } from './ran-before.ts';
import type { Around, Reason } from './reason.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Scene } from '../paste/scene.ts';
import { oddShape } from '../calls/sent-calls.ts';
import { errorLine, isErrorText } from '../errors/status.ts';

const ANSWERED: Reason = {
  cause: 'client',
  says: 'The model answered in words, and the client asks for a tool in every turn.',
  fix: 'Say in the prompt that answers are given with a tool too, as `attempt_completion`, or choose a larger model.',
};

/** Arguments that are no JSON go to the server again with every request that holds them. */
function asSent(reason: Reason, faults: Judgement['faults']): Reason {
  if (reason.cause !== 'arguments' || reason.fix !== undefined) return reason;
  const own = faults.find(({ call }) => call.span === reason.span);
  return own === undefined || readJson(own.call.argumentsText).ok ? reason : { ...reason, fix: ownFixes.arguments };
}

/**
 * Whether the call shows why a client refused it: its name, the token limit, or two calls in one. The client says only that it
 * has no such tool, or could not take the arguments.
 */
function showsWhy(shown: Reason | undefined, told: Reason | undefined): boolean {
  return told?.cause === 'unknown-tool'
    ? shown?.cause === 'unknown-tool'
    : told?.cause === 'arguments' && (shown?.cause === 'cut' || shown?.cause === 'stream');
}

/** How Cline and Roo Code head the result of a tool: `[read_file for 'a.ts'] Result:`. Source: cline src/core/task/tools/utils/ToolResultUtils.ts */
const RESULT = /^\s{0,8}\[([\w.-]{1,80})(?: [^\n]{0,400})?\] Result:/;

/** Whether the client ran a call that is in the text: its result follows, so the client could read it. */
function hasRun({ after }: Turn, { did, text }: Judgement): boolean {
  const ran = after.flatMap((said) => RESULT.exec(said.text.slice(0, 600))?.[1] ?? []);
  return did === 'text' && text.state !== 'cut' && ran.some((name) => text.names.includes(name));
}

function isRefusal({ phrase }: Heard): boolean {
  return phrase.did === 'calls' && phrase.causes[0] === 'arguments';
}

function isAboutText({ phrase }: Heard): boolean {
  return phrase.did === 'text';
}

/** What came of a conversation: its last turn, or the one before it that something is wrong with. */
export function ofHistory(scene: Scene, around: Around, heard: readonly Heard[]): Finding {
  const { history } = scene;
  const turns = history?.turns ?? [];
  const first = Math.max(0, turns.length - MOST_TURNS);
  const judged = turns.slice(first).map((turn, number) => {
    const judgement = judge(turn, around);
    const after = heardAfter(turn);
    const exact = after.filter((one) => !isVague(one));
    const vague = after.filter(isVague);
    const said = [
      ...turn.calls.map(({ error }) => error ?? ''),
      ...[...turn.results, ...turn.after].map(({ text }) => text),
    ];
    const packed = after.some(isRefusal) ? packedArgument(said.join('\n'), turn) : null;
    // Where a reply only answers, no format is to blame.
    const isAsked = judgement.did === 'answer' && judgement.reasons.length === 0 && vague.some(isAboutText);
    const rest = isAsked ? [ANSWERED] : packed === null ? vague.flatMap(reasonsOf) : [];
    const told = packed === null ? exact.flatMap(reasonsOf) : [packed];
    const isShown = !exact.some(({ phrase }) => phrase.isExact) && showsWhy(judgement.reasons[0], told[0]);
    const again = judgement.reasons.length === 0 ? calledAgain(turn, turns[first + number - 1]) : null;
    const judged = again === null ? (hasRun(turn, judgement) ? [] : judgement.reasons) : [again];
    const own = scene.request === null ? judged : judged.map((reason) => asSent(reason, judgement.faults));
    const reasons = [...(isShown ? own : []), ...told, ...own, ...rest];
    return { turn, index: first + number, judgement, reasons, isPacked: packed !== null };
  });
  const last = judged.at(-1);
  if (history === null || last === undefined) return finding(null, []);
  const troubled = judged.filter(({ reasons }) => reasons.length > 0);
  const [shown = last] = last.reasons.length > 0 ? [last] : troubled;
  const isSent = scene.request !== null || around.writer === null || around.writer === 'langchain';
  const broken = isSent ? unpaired(history) : null;
  const unanswered: readonly Reason[] =
    broken === null
      ? []
      : [{ cause: 'client', says: broken.says, fix: broken.fix ?? ownFixes.pairs, span: broken.result?.span ?? null }];
  const known = [
    // The console of the client says the same once more, and knows less.
    ...(shown.isPacked ? [] : (ofWantedCall(heard, last, scene.around) ?? heard.flatMap(reasonsOf))),
    ...shown.reasons,
    ...troubled.flatMap((one) => one.reasons),
    ...unanswered,
    ...[oddShape(history, scene.around)].flatMap((one) => one ?? []),
  ];
  // The request after it failed, in words that no rule knows.
  const error = known.length === 0 && isErrorText(scene.around) ? errorLine(scene.around) : null;
  const said: readonly Said[] = error === null || error === '' ? [] : [{ text: error, span: null }];
  const reasons = [...known, ...said.flatMap(heardWidely).flatMap(reasonsOf)];
  // Who renders the messages asks no server.
  const isUnasked = heard.some(({ phrase }) => phrase.did === 'error' && phrase.causes[0] === 'template');
  const found = finding(isUnasked ? 'error' : last.judgement.did, reasons, {
    call: callInTurn(shown.turn, shown.judgement),
    turn: last.turn,
    error: said[0] ?? null,
    about: last.judgement.did === 'answer' && said.length === 0 ? ranBefore(turns.slice(first)) : undefined,
  });
  const troubles = troubled.map(({ turn, index, judgement, reasons: because }) => ({
    turn: index,
    cause: because[0]?.cause ?? 'client',
    says: because[0]?.says ?? '',
    short: because[0]?.short,
    call: callInTurn(turn, judgement),
    span: turn.span,
  }));
  return { ...found, turns: turns.length, troubles };
}
