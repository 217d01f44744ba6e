import { emptyTurn } from '../paste/answer.ts';
import { finding, type Finding } from './finding.ts';
import { type FoundCall, type Said, type Turn, writers } from '../evidence.ts';
import { callInText } from '../calls/found-call.ts';
import { heardWidely, isVague, reasonsOf, topicOf } from '../errors/phrase-search.ts';
import { judge } from './judge.ts';
import { saidFrom } from '../errors/log-field.ts';
import { loggedExchange } from './logged-exchange.ts';
import type { Material } from './material.ts';
import { pythonReason, serverCrash } from '../errors/python-error.ts';
import { withQuotedFault } from '../calls/quoted-part.ts';
import type { Around, Reason } from './reason.ts';
import { refined } from './narrowed-reasons.ts';
import { LONGEST_SAID } from '../errors/line-at.ts';
import { ofReply } from './words-finding.ts';
import type { Scene } from '../paste/scene.ts';
import { type Reported, reportedReply } from './reported-reply.ts';
import type { Settings } from '../paste/settings.ts';
import { lastStatus, saysNoCalls } from '../errors/status.ts';
import { readText } from '../calls/text-reading.ts';
import { callToldOf, withToldFault } from '../calls/described-call.ts';
import { UNENDED } from './unended.ts';

/** What a log says of a reply, by its phrases, or by the reply that it quotes. */
export function ofLog(scene: Scene, around: Around, { heard, settings, content }: Material): Finding {
  const { quoted } = scene;
  const reading = readText(quoted?.text ?? '', around.request?.tools ?? null);
  const telling = heard.filter(({ phrase: { did } }) => did !== null);
  const phrase = (telling.find((one) => !isVague(one)) ?? telling[0])?.phrase;
  const named = phrase?.did === 'calls' ? callToldOf(scene, phrase) : null;
  const isTraced = quoted === null && phrase?.hasTraceback === true;
  // Who shows the log of a parser that failed shows the reply as well, elsewhere in the paste.
  const hasNone = reading.state === 'none' && phrase?.did === 'text' && phrase.causes[0] === 'other-format';
  const reported = isTraced || hasNone ? (reportedReply(content) ?? inFrame(scene)) : null;
  const shown = hasNone || reported?.reading.state === 'damaged' ? reported : null;
  const call =
    named ?? (shown === null ? callInText('log', quoted, reading) : callInText('reply', shown, shown.reading));
  const failure = isTraced ? (brokenReason(shown, around) ?? pythonReason(scene.around, around)) : null;
  const ranked = [...heard.filter((one) => !isVague(one)), ...heard.filter(isVague)];
  const told = withToldFault(withQuotedFault(refined(ranked, shown?.reading ?? reading, around), quoted), named);
  const isForeign = failure?.cause === 'other-format' && failure.fix === undefined;
  const reasons = failure === null ? told : [isForeign ? { ...failure, fix: told[0]?.fix } : failure, ...told];
  if (phrase === undefined)
    return quoted === null
      ? finding(UNHANDLED.test(scene.around) ? 'error' : null, reasons)
      : ofLoggedReply(quoted, settings, around, call, scene.frame.text);
  const exchange = phrase.did === 'calls' && reasons.length === 0 ? loggedExchange(scene.around) : undefined;
  if (exchange !== undefined) return finding('answer', [], { about: exchange });
  // Servers look for a call in every answer to a request with tools; clients want one.
  const isServers = phrase.by === undefined || writers[phrase.by[0]].kind !== 'client';
  if (
    phrase.did === 'text' &&
    phrase.isExact !== true &&
    isServers &&
    (quoted?.text ?? '') !== '' &&
    quoted !== null &&
    reading.state === 'none'
  )
    return finding('answer', [], { turn: { ...emptyTurn(quoted.span), text: quoted } });
  const status = lastStatus(scene.around);
  const isStream = heard.some((one) => one.phrase.endsStream === true);
  if (phrase.did !== 'error' || isStream || status === null || status.status >= 300) {
    const isRefusal = phrase.did === 'calls' && phrase.causes.length > 0 && call === null;
    const words = phrase.did === 'error' || isRefusal ? saidFrom(scene, phrase.pattern) : null;
    const error = isRefusal && CODE.test(words?.text ?? '') ? null : words;
    const at = phrase.pattern.exec(scene.around)?.index ?? 0;
    const [line = ''] = scene.frame.text
      .slice(scene.around.lastIndexOf('\n', at) + 1, at + LONGEST_SAID)
      .split(/\n\s*\n/, 1);
    const crash = reasons.length > 0 || phrase.did !== 'error' ? null : serverCrash(scene.around);
    const about =
      reasons.length > 0 || crash !== null || error === null || phrase.did !== 'error' || phrase.isExact === true
        ? []
        : heardWidely({ ...error, text: line });
    const inStream = crash !== null && isStream ? { ...crash, fix: UNSTREAMED } : crash;
    return finding(phrase.did, [...reasons, ...[inStream].flatMap((one) => one ?? []), ...about.flatMap(reasonsOf)], {
      call,
      error,
      about: topicOf([...heard, ...about]),
    });
  }
  const says = `The request ended with status ${String(status.status)}, and the call is gone.`;
  const lost: Reason = { cause: 'lost', says, fix: reasons[0]?.fix };
  return finding('nothing', failure === null ? [lost, ...reasons] : [...reasons, lost], { call });
}

/** The same below the prefixes of a log. */
function inFrame({ frame }: Scene): Reported | null {
  const reported = reportedReply(frame.text);
  return reported === null ? null : { ...reported, span: null };
}

function brokenReason(shown: Reported | null, { writer }: Around): Reason | null {
  const fault = shown?.reading.fault ?? null;
  return fault === null
    ? null
    : { cause: 'damaged', says: fault.says, fix: fault.fix ?? (writer === 'vllm' ? AGAIN : undefined) };
}

// Source: vllm docs/features/tool_calling.md: both modes use structured outputs
const AGAIN =
  'Keep the parser, and send the request again. A named tool in `tool_choice` or `required` has the server write valid JSON.';
const UNSTREAMED = 'Send the request with `stream: false`, or update the server.';

/** A web server reports an exception that nobody caught: uvicorn, Flask, aiohttp. It sent an error, or broke off. */
const UNHANDLED = /\bException in ASGI application\b|\bException on \/\S{1,80} \[POST\]|^Error handling request\b/m;

/** A line of a traceback, which says nothing to a person. */
const CODE = /^(?:File "|at \S)|\bjson\.loads\(|\bJSON\.parse\(/;

/** A log that holds the reply, and no word about its parsing: the settings tell what came of it. */
function ofLoggedReply(quoted: Said, settings: Settings, around: Around, call: FoundCall | null, log: string): Finding {
  const turn: Turn = { ...emptyTurn(quoted.span), text: quoted };
  // vLLM logs the calls that it made of the reply, after its reasoning in the pieces of a stream.
  const made = around.writer === 'vllm' ? /\[tool_calls: (?:([\w.-]{1,80})\()?/.exec(quoted.text) : null;
  if (made !== null) {
    const given: FoundCall = { ...quoted, field: 'log', names: made.slice(1, 2), format: null, fault: null };
    return finding('calls', [], { call: made[1] === undefined ? null : given, turn });
  }
  const { did, reasons } = judge(turn, around);
  // The pieces of a reply as vLLM logs them, without the one that ends it.
  if (did === 'answer' && log.includes('(streaming delta)') && !/streaming complete|finish_reason: [^N]/.test(log))
    return finding(null, [UNENDED]);
  if (did !== 'text') return finding(did, reasons, { call, turn });
  // Nobody says what came of it; what is wrong with it is there.
  if (!settings.isComplete && settings.parser === null)
    return finding(null, ofReply(readText(quoted.text, around.request?.tools ?? null)), { call });
  const isUnread = reasons.some(({ cause }) => cause === 'other-format' || cause === 'damaged' || cause === 'cut');
  if (settings.parser === null || isUnread) return finding('text', reasons, { call, turn });
  // That a parser is switched on does not prove that the call came.
  return saysNoCalls(log.replace(quoted.text, ''))
    ? finding('text', [UNDECLARED], { call, turn })
    : finding(null, [], { call });
}

const UNDECLARED: Reason = {
  cause: 'no-tools',
  says: 'A tool parser is switched on. The request may have declared no tools.',
};
