import { counted } from '../../../text/document/index.ts';
import type { Tone } from '../../../trace/index.ts';
import {
  type Cause,
  type Did,
  type Evidence,
  type EvidenceRow,
  type FoundCall,
  isHosted,
  namedServer,
  readsEveryText,
  writers,
  type Writer,
} from '../evidence.ts';
import { isReadByProvider } from '../engine-among.ts';
import { ofConversation } from './conversation.ts';
import { inFormat } from './formats.ts';
import { adviceFor, fixFor } from './fixes.ts';
import { callsTo, faultText, lastCutOff, RAN, sentences, shortened } from './pieces.ts';
import { unknownText } from './unknown-tool.ts';

/** What a paste proves, in plain English. */
export interface EvidenceSentences {
  /** How good it is for the person that the server did this. */
  readonly tone: Tone;
  /** What the person's server did, and what the text is: one or two sentences. */
  readonly headline: string;
  /** The causes, the likeliest first, each with what to do. */
  readonly causes: readonly { readonly cause: Cause; readonly why: string; readonly fix: string }[];
  /** What to do if a sound call came as text from a server that the paste only names; '' elsewhere. */
  readonly advice: string;
  /** Who answered, as the subject of a sentence; a guess where one sign is all there is. */
  readonly server: string;
  /** Who runs the server, where that is nobody near the person; '' elsewhere. */
  readonly host: string;
  /** The proxy of the person, and the server that it asks, '' where that is not known; null for no proxy. */
  readonly proxy: { readonly label: string; readonly asks: string } | null;
}

/** Words what a paste proves: first the person's server, then each cause with what to do about it. */
export function evidenceSentences(evidence: Evidence): EvidenceSentences {
  const causes = evidence.causes.map((cause) => ({ cause, why: whyOf(evidence, cause), fix: fixFor(evidence, cause) }));
  return {
    tone: toneOf(evidence),
    headline: headlineOf(evidence),
    causes,
    advice: adviceFor(evidence),
    server: isGuess(evidence) ? `The server, which may be ${writers[evidence.likely].label},` : subject(evidence),
    host: isReadByProvider(evidence) ? subject(evidence).replace(/,$/, '') : '',
    proxy: proxyOf(evidence),
  };
}

/** Whoever runs a proxy has set what it asks. */
function proxyOf(evidence: Evidence): EvidenceSentences['proxy'] {
  const named = [namedServer(evidence), ...evidence.others].filter((one) => one !== null);
  const proxy = named.find((one) => writers[one].kind === 'proxy' && !isHosted(one));
  if (proxy === undefined) return null;
  const asked = named.find((one) => writers[one].kind === 'engine' || writers[one].kind === 'provider');
  return { label: writers[proxy].label, asks: asked === undefined ? (evidence.provider ?? '') : writers[asked].label };
}

function toneOf(evidence: Evidence): Tone {
  const { did, causes, troubles, turns, error } = evidence;
  if (did === null) return causes.length > 0 ? 'bad' : 'open';
  if (turns > 1 && troubles.length > 0) return 'bad';
  if (isHistory(evidence) && causes.length === 0) return 'open';
  if (did === 'calls') return causes.length === 0 && error === null && topicOf(evidence) === '' ? 'good' : 'flawed';
  if (causes.length > 0 || error !== null || did === 'error') return 'bad';
  return ranOf(evidence) === '' ? 'none' : 'good';
}

/** Whether what came back is in the history of a request. An error is the answer to it, and a log tells what came after it. */
function isHistory({ isAnswered, tools, did, turns }: Evidence): boolean {
  return !isAnswered && tools !== null && turns > 0 && did !== 'error';
}

function rowOf({ because }: Evidence, cause: Cause | undefined): EvidenceRow | undefined {
  return because.find(({ of, value }) => of === 'cause' && value === cause);
}

function whyOf(evidence: Evidence, cause: Cause): string {
  return rowOf(evidence, cause)?.says ?? '';
}

/** Which part of the request an error names; '' where it names none. */
function whereOf({ because }: Evidence): string {
  return because.find(({ where }) => where !== undefined)?.where ?? '';
}

/** What the headline says of a cause; null where it has nothing of its own to say. */
function headlineFor(evidence: Evidence, cause: Cause | undefined): string | null {
  const headline = rowOf(evidence, cause)?.headline;
  return headline === undefined ? null : faultText(headline);
}

function headlineOf(evidence: Evidence): string {
  const { did, troubles, turns } = evidence;
  if (turns > 1 && troubles.length > 0) return ofConversation(evidence);
  if (did === null) return ofReply(evidence);
  const said = sentences(ofPair(evidence) ?? ofDid[did](evidence));
  if (!isHistory(evidence)) return said;
  const asks = evidence.causes.length === 0 ? ' Paste the answer too: it shows what the server did.' : '';
  return `In the history of this request, ${said.replace(/^The /, 'the ')}${asks}`;
}

/** What two answers show, and who gave the one that failed, where that is known; null elsewhere. */
function ofPair(evidence: Evidence): readonly string[] | null {
  const { because, did, call, writer } = evidence;
  const says = because.find(({ isCompared }) => isCompared)?.says;
  if (says === undefined) return null;
  const came = did === 'calls' ? callsTo(call?.names ?? []) : 'no call';
  return [namedServer(evidence) === null ? '' : `${subject(evidence)} ${verbOf(writer)} ${came}`, says];
}

/** Whether one sign is all that tells of the server. */
function isGuess(evidence: Evidence): evidence is Evidence & { readonly likely: Writer } {
  return evidence.likely !== null && namedServer(evidence) === null;
}

/** The server as the subject of a sentence. */
function subject(evidence: Evidence): string {
  const { writer, others, provider } = evidence;
  const named = namedServer(evidence);
  if (named === null) return 'The server';
  // Names are written as their makers write them: vLLM, llama.cpp, goose.
  const label = writers[named].label.replace(/^the /, 'The ');
  // Who passes an answer on did not make it.
  const [next] = writers[named].kind === 'proxy' ? others : [];
  if (writer !== null && next !== undefined && writers[next].kind !== 'client')
    return `${label}, in front of ${writers[next].label},`;
  if (provider !== undefined && writers[named].kind === 'proxy') return `${label}, in front of ${provider},`;
  return writer === null ? `${label}, which the paste names,` : label;
}

/** Servers return, clients receive. */
function verbOf(writer: Writer | null): 'returned' | 'received' {
  return isClient(writer) ? 'received' : 'returned';
}

function isClient(writer: Writer | null): boolean {
  return writer !== null && writers[writer].kind === 'client';
}

/** Something else than the call may be cut off. */
function cutOff(came: string, call: FoundCall | null, other: string | null): readonly string[] {
  if (other !== null) return [came, other];
  const last = lastCutOff(call);
  return last === null ? [`${came}, cut off`] : [came, `The last one, to \`${last}\`, is cut off`];
}

const ofDid: Readonly<Record<Did, (evidence: Evidence) => readonly string[]>> = {
  calls: (evidence) => {
    const { writer, causes, call, error } = evidence;
    const [cause] = causes;
    // Pieces without a name are no calls of their own.
    const names = (call?.names ?? []).filter((name) => cause !== 'stream' || name !== '');
    const came = `${subject(evidence)} ${verbOf(writer)} ${callsTo(names)}`;
    if (cause === undefined) return [came, topicOf(evidence), ...errorAfter(evidence)];
    if (cause === 'cut') return cutOff(came, call, headlineFor(evidence, cause));
    if (cause === 'stream') return [came, headlineFor(evidence, cause) ?? faultText(whyOf(evidence, cause))];
    const own = headlineFor(evidence, cause);
    if (own !== null && (call === null || cause === 'arguments')) return [came, own];
    if (call === null && error?.includes(' ') === true && cause !== 'client')
      return [came, `${faultText(whyOf(evidence, cause)).replace(/\.$/, '')}: \`${shortened(error)}\``];
    // A call without a name is to no tool.
    if (cause === 'unknown-tool' && (call === null || call.names.join('') === ''))
      return [came, faultText(whyOf(evidence, cause))];
    if (cause === 'unknown-tool') return [came, unknownText(evidence, headlineFor(evidence, cause))];
    return [came, faultText(cause === 'client' ? whyOf(evidence, cause) : (call?.fault ?? whyOf(evidence, cause)))];
  },
  text: (evidence) => {
    const { writer, parser, causes, call } = evidence;
    const why = causes[0] === undefined ? '' : faultText(whyOf(evidence, causes[0]));
    // Where nobody is named, it is a client that tells of it.
    if (call === null && (isClient(writer) || (writer === null && parser === null)))
      return [
        `${writer === null ? 'The client' : subject(evidence)} received a text that it could not read as a call`,
        why,
      ];
    if (call === null && (causes[0] === 'parser-off' || causes[0] === 'no-tools'))
      return [`${subject(evidence)} returned the reply as text`, why];
    if (call === null) {
      const named = parser === null ? 'The parser' : `The parser \`${parser}\``;
      return [
        `${named} of ${writer === null ? 'the server' : subject(evidence)} failed, and the client received the reply as text`,
        why,
      ];
    }
    // Who reads every text says it of a call that was found.
    if (isClient(writer) && (causes.length === 0 || (readsEveryText(writer) && isOfCall(causes[0]))))
      return [`${subject(evidence)} received ${callsTo(call.names)} in the text, where it reads calls`, why];
    // A parser that a paste names is that of a server, and not of who passes the reply on.
    const isOwn = writer === null || writers[writer].kind === 'engine';
    if (parser === null || !isOwn) return [`${subject(evidence)} ${verbOf(writer)} no call`, ...textIs(evidence)];
    return [`${subject(evidence)} with the parser \`${parser}\` returned the reply as text`, ...textIs(evidence)];
  },
  answer: (evidence) => {
    const ran = ranOf(evidence);
    if (ran !== '') return [ran, ...errorAfter(evidence)];
    return [
      `${subject(evidence)} ${verbOf(evidence.writer)} text without a call`,
      ...absence(evidence),
      ...errorAfter(evidence),
    ];
  },
  nothing: (evidence) => {
    const { writer, causes } = evidence;
    const finish = rowOf(evidence, 'lost')?.finish;
    // The log of a server tells of the call, and of nothing else that the client got.
    const isLogged = causes.includes('lost') && !evidence.isAnswered && !isClient(writer);
    const came = isLogged ? 'did not return the call' : `${verbOf(writer)} neither a call nor text`;
    return finish === undefined
      ? [`${subject(evidence)} ${came}`, ...absence(evidence)]
      : [
          `${subject(evidence)} ${verbOf(writer)} no call, although its finish reason is \`${finish}\``,
          ...(causes[0] === 'lost' ? [] : absence(evidence).filter((why) => !why.includes(`\`${finish}\``))),
        ];
  },
  error: (evidence) => {
    const { causes, error } = evidence;
    const [cause] = causes;
    const head = headOfError(evidence);
    const why = cause === undefined ? topicOf(evidence) : faultText(whyOf(evidence, cause));
    const where = whereOf(evidence);
    if (error === null || error === '') return [head, why];
    // What only its nouns tell says less than its words.
    const isBroad = cause === undefined || rowOf(evidence, cause)?.isBroad === true;
    const isUnknown = why === '' && !UNREACHED.test(error);
    return [isBroad ? `${head}: \`${shortened(error)}\`` : head, isUnknown ? askFor(evidence) : why, where];
  },
};

/** That the client ran the calls before an answer; '' where nothing shows that. */
function ranOf(evidence: Evidence): string {
  const says = evidence.because.find(({ rule }) => rule === RAN)?.says ?? '';
  return isClient(evidence.writer) ? says.replace(/^The client/, subject(evidence)) : says;
}

/** An error that the paste shows after an answer. */
function errorAfter({ error }: Evidence): readonly string[] {
  return error === null ? [] : [`An error follows: \`${shortened(error)}\``];
}

/** What an error is about that no call is to blame for. */
function topicOf({ because, error }: Evidence): string {
  const row = because.find(({ isTopic }) => isTopic);
  return row === undefined || UNREACHED.test(error ?? '') ? '' : row.says;
}

/** What to paste, where the words of an error tell nothing. */
function askFor({ tools }: Evidence): string {
  const missing = tools === null ? 'the request and the log' : 'the log';
  return `Callscope does not know this error. Paste ${missing} around it`;
}

/** No server was there. */
const UNREACHED = /\b(?:connection refused|ECONNREFUSED|connection attempts failed|actively refused)\b/i;

function headOfError(evidence: Evidence): string {
  const { writer, error, isAnswered } = evidence;
  if (UNREACHED.test(error ?? ''))
    return isClient(writer)
      ? `${subject(evidence)} could not connect to the server`
      : 'The client could not connect to the server';
  // Nobody knows who failed.
  return writer === null && !isAnswered
    ? 'The paste shows an error'
    : `${subject(evidence)} ${verbOf(writer)} an error`;
}

/** Whether a cause is about what a call says, and not about its form. */
function isOfCall(cause: Cause | undefined): cause is Cause {
  return cause === 'arguments' || cause === 'unknown-tool' || cause === 'client';
}

/** What the text of a call is. */
function textIs(evidence: Evidence): readonly string[] {
  const { call, causes } = evidence;
  if (call === null) return [];
  const what = `${callsTo(call.names)} ${inFormat(call.format, causes[0] === 'other-format')}`.trim();
  const [cause] = causes;
  const last = lastCutOff(call);
  // A call that no server would have parsed may be cut off all the same.
  const isCut = cause === 'cut' || (cause !== 'damaged' && call.fault !== null && causes.includes('cut'));
  if (isCut && last !== null) return [`The text is ${what}`, `The last one, to \`${last}\`, is cut off`];
  if (isCut) return [`The text is cut off inside of ${what}`];
  if (cause === 'damaged') return [`The text is a broken form of ${what}`, faultText(call.fault ?? '')];
  const own = isOfCall(cause) ? faultText(whyOf(evidence, cause)) : '';
  return [`The text is ${what}`, headlineFor(evidence, cause) ?? own];
}

/**
 * Who documents what about a request that demands a call. Sources: ollama docs/api/openai-compatibility.mdx, 043e9900; vllm
 * docs/features/tool_calling.md, v0.31.0, and vllm#54808.
 */
const FORCING: Readonly<Partial<Record<Writer, string>>> = {
  ollama: 'Ollama does not support `tool_choice`',
  vllm: 'vLLM forces one since 0.8.3, but not with every parser',
};

/** The server did not do what the request demands, or cannot. */
function unmet(evidence: Evidence): readonly string[] {
  if (!evidence.demands) return [];
  const known = [namedServer(evidence), ...evidence.others].flatMap((one) =>
    one === null ? [] : (FORCING[one] ?? []),
  );
  const [says = evidence.did === null ? '' : 'The server did not force one'] = known;
  return ['The request demands a call', says];
}

/** Why there is neither a call nor a text with one. */
function absence(evidence: Evidence): readonly string[] {
  const { call, causes } = evidence;
  const [cause] = causes;
  if (cause === undefined) return [...unmet(evidence), topicOf(evidence)];
  if (cause === 'in-reasoning' && call !== null)
    return [`The reasoning holds ${callsTo(call.names)} ${inFormat(call.format)}`.trim()];
  return [faultText(whyOf(evidence, cause))];
}

/** What shows it. */
const NEXT = 'Paste its response, its error or its log.';

/** A log of vLLM has no replies without these flags. */
function nextFor({ because }: Evidence): string {
  const isLog = because.some(({ rule }) => rule === 'vllm-process' || rule === 'vllm-line');
  return isLog
    ? 'Paste its response, or start it with `--enable-log-requests --enable-log-outputs` and paste what it logs.'
    : NEXT;
}

function ofReply(evidence: Evidence): string {
  const { call, causes, writer, likely, tools, isAnswered } = evidence;
  if (call === null) {
    const [told] = causes;
    const name = writer ?? likely;
    // A log beside the request says what the server made of it.
    if (tools !== null && !isAnswered && tools.length > 0 && told !== undefined)
      return sentences([
        writer === null
          ? ''
          : `This is the log of ${writers[writer].label} for a request with ${counted(tools.length, 'tool')}`,
        faultText(whyOf(evidence, told)),
      ]);
    if (tools !== null && !isAnswered)
      return tools.length === 0 && told !== undefined
        ? sentences([name === null ? '' : `The paste names ${writers[name].label}`, faultText(whyOf(evidence, told))])
        : tools.length === 0
          ? 'This is a request without `tools`: most servers look for calls only where some are declared.'
          : sentences([
              `This is a request with ${counted(tools.length, 'tool')}`,
              ...unmet(evidence),
              'Paste the answer too: it shows what the server did',
            ]);
    const topic = topicOf(evidence);
    if (topic !== '') return sentences([name === null ? '' : `The paste names ${writers[name].label}`, topic]);
    if (name === null && told === undefined) return `This does not show what a server answered. ${NEXT}`;
    const rest =
      told === undefined
        ? `It does not show what the server answered. ${nextFor(evidence)}`
        : faultText(whyOf(evidence, told));
    return sentences([name === null ? '' : `This names ${writers[name].label}`, rest]);
  }
  const isInvented = call.format === null && causes.length === 0;
  const invented = /^Action Input:/m.test(call.text)
    ? 'in the steps of ReAct'
    : /^\s{0,4}```homeassistant\b/m.test(call.text)
      ? 'in the form of Local LLMs for Home Assistant'
      : 'in a form that no server reads';
  const form = isInvented ? invented : inFormat(call.format);
  const what = `${callsTo(call.names)} ${form}`.trim();
  const [cause] = causes;
  if (isInvented) return sentences([`This reply is ${what}`]);
  if (cause === 'in-reasoning') return sentences([`This reply holds ${what}`, faultText(whyOf(evidence, cause))]);
  const last = lastCutOff(call);
  if (cause === 'cut' && last !== null)
    return sentences([`This reply is ${what}`, `The last one, to \`${last}\`, is cut off`]);
  if (cause === 'cut') return sentences([`This reply is cut off inside of ${what}`, faultText(call.fault ?? '')]);
  if (cause === 'damaged') return sentences([`This reply is a broken form of ${what}`, faultText(call.fault ?? '')]);
  // Who names a server says which one answered; a log of it shows that.
  const name = writer ?? likely;
  return name === null
    ? `This reply is ${what}. Which server answered?`
    : sentences([
        `The paste names ${writers[name].label}`,
        `The reply is ${what}`,
        headlineFor(evidence, cause) ?? (isOfCall(cause) ? faultText(whyOf(evidence, cause)) : ''),
      ]);
}
