import {
  canForceCall,
  engines,
  familyOf,
  insteadOfThinkingOff,
  lossOf,
  neverThinks,
  type ModelFamily,
  parserFor,
  strayRemedy,
  trainedFormat,
} from '../../../catalogue/index.ts';
import { type EngineId, formatList } from '../../../formats/index.ts';
import { type Cause, declaresAlways, type Evidence, namedServer, readsEveryText, writers } from '../evidence.ts';
import { engineAmong, isReadByProvider } from '../engine-among.ts';
import { inFormat } from './formats.ts';
import { lastCutOff } from './pieces.ts';
import { byCurl, wayToReply } from './ways-to-reply.ts';

/** What to do about a cause, for this server and this model: sentences that begin with a verb. No parser that loses correct calls. */
export function fixFor(evidence: Evidence, cause: Cause): string {
  const { fix, also = '' } = evidence.because.find((row) => row.of === 'cause' && row.value === cause) ?? {};
  const said = fix ?? fixes[cause](evidence);
  const own = isReadByProvider(evidence) && OF_HOST.test(said) ? otherProvider(evidence) : said;
  return `${own} ${also}`.trim();
}

/** What only somebody can do who runs the server. */
const OF_HOST =
  /`--[a-z]|\b(?:[Ss]tart|[Rr]estart|[Uu]pdate|[Bb]uild) (?:it with|the server|vLLM|SGLang|llama|LMDeploy|Ollama)\b/;

/** Whoever asks somebody else’s server can only ask another one. Source: openrouter.ai/docs/features/provider-routing, `ignore` */
function otherProvider({ writer, others, provider }: Evidence): string {
  const isRouted = provider !== undefined && [writer, ...others].includes('openrouter');
  if (!isRouted)
    return 'Choose another provider for this model, or report it to this one: nobody else can change its server.';
  const ignored = /^\w+$/.test(provider)
    ? `: \`provider: {"ignore": ["${provider.toLowerCase()}"]}\``
    : ' with `provider.ignore`';
  return `Choose another provider for this model. Have OpenRouter leave ${provider} out${ignored}.`;
}

/** What would return a sound call that the paste shows, if its server returned it as text; '' where that is not known. */
export function adviceFor(evidence: Evidence): string {
  const { did, causes, call, writer, likely, parser, because } = evidence;
  const way = because.find(
    ({ rule, fix }) => fix !== undefined && (rule === 'no-reply' || rule === 'said-instead'),
  )?.fix;
  if (way !== undefined && did === null && causes.length === 0) return way;
  if (did === 'nothing' && causes.length === 0 && !evidence.isAnswered) return byCurl;
  const server = writer ?? likely;
  if ((did === 'error' || did === 'calls') && causes.length === 0)
    return because.find(({ isTopic }) => isTopic)?.fix ?? '';
  if (causes.length === 0 && call === null && (did === 'answer' || did === null)) return adviceOfAnswer(evidence);
  if (causes.length === 0 && did === null && call?.format === null && !OF_STEPS.test(call.text)) return OWN_FORM;
  const isSound = did === null && causes.length === 0 && call !== null && call.format !== null;
  const isKnown = engineAmong([server]) !== null || OWN_WAYS.has(server ?? '');
  if (!isSound || !isKnown || server === null) return '';
  // Who names the parser as well has switched it on: what is left is what came of it, and in which version.
  if (parser !== null)
    return `If the client got no call, paste the response or the stream that it received. Compare your version of ${writers[server].label} with the one emulated here.`;
  const fix = switchOn({ ...evidence, writer: server });
  return `If it came as text: ${fix.charAt(0).toLowerCase()}${fix.slice(1)}`;
}

/** The forms without a format of which the page knows who reads them. */
const OF_STEPS = /^Action Input:|^\s{0,4}```homeassistant\b/m;
const OWN_FORM =
  'Look at what reads the text: its pattern has to take this form as it is. Or send `tools` with the request, and have the server parse the calls.';

/** Models of Ollama's own library that take no tools. Source: ollama#9680, OpenManus#617, picobot#6 */
const TOOLLESS = /^(?:library\/)?gemma3(?::|$)/;
const OF_TOOLLESS =
  'Choose a model that Ollama lists with tools. Its own `gemma3` takes none: a request with `tools` gets an error.';

/** What tells why a text says that something was done, which nothing did; '' for other texts. */
function adviceOfAnswer(evidence: Evidence): string {
  const ran = evidence.because.find(({ of, fix }) => of === 'did' && fix !== undefined)?.fix;
  // What a request sends is older than its answer.
  if (ran !== undefined) return evidence.tools === null || evidence.isAnswered ? ran : '';
  const told = evidence.because.find(({ isTopic }) => isTopic)?.says ?? '';
  if (!told.includes('nothing ran')) return '';
  if (namedServer(evidence) === 'ollama' && TOOLLESS.test(evidence.model ?? '')) return OF_TOOLLESS;
  const look = evidence.sendsTools === null ? 'Look whether the request holds `tools`. ' : '';
  const isAdvice = !evidence.demands && canForceCall(engineOf(evidence)) && evidence.sendsTools !== false;
  return `${look}${isAdvice ? `${look === '' ? 'Send' : 'If it does, send'} \`tool_choice: required\` for a turn that needs one.` : ''}`.trim();
}

const DIALECT =
  'Update the server: its parser has to know this spelling. Until then, read the call from the text in the client.';

/** Whether markers differ in bars that are doubled and in blanks alone: a model spells all of them so. */
function isDialect(fault: string): boolean {
  const [, wrote, meant] = /^`([^`]+)` is in the place of `([^`]+)`/.exec(fault) ?? [];
  const [one, other] = [wrote, meant].map((marker) => marker?.replaceAll(/\s|([|｜])(?=\1)/g, ''));
  return one !== undefined && one === other;
}

/** Servers that take no parser by a flag. */
const OWN_WAYS: ReadonlySet<string> = new Set([
  'lmstudio',
  'llama-cpp-python',
  'tabbyapi',
  'mlx',
  'omlx',
  'mlx-openai-server',
]);

const fixes: Readonly<Record<Cause, (evidence: Evidence) => string>> = {
  'parser-off': (evidence) => switchOn(evidence),
  'other-format': (evidence) =>
    strayRemedy(evidence.model, evidence.call?.format ?? null, engineOf(evidence)) ??
    toOwnParser(evidence) ??
    toOwnFormat(evidence),
  damaged: (evidence) => {
    const { parser, call, writer } = evidence;
    if (call?.fix !== undefined) return call.fix;
    if (isDialect(call?.fault ?? '')) return DIALECT;
    if (call === null && writer === 'vllm' && parser !== null)
      return 'Start vLLM with `--enable-log-requests --enable-log-outputs`, and look at the reply.';
    if (call === null && writer === 'llamacpp')
      return 'Start llama-server with `-lv 5`: its log shows the reply. Send the request again, at a lower temperature.';
    return isReadByProvider(evidence)
      ? 'Send the request again, at a lower temperature, or choose another model or provider.'
      : 'Send the request again, at a lower temperature or with guided decoding. A strongly quantised model breaks calls more often.';
  },
  'in-reasoning': (evidence) => {
    const { model, call, did } = evidence;
    const always = insteadOfThinkingOff(model, call?.format ?? null);
    if (isReadByProvider(evidence))
      return `Choose another provider for this model${always === null ? ', or turn thinking off' : ''}.`;
    const engine = engineOf(evidence);
    if (neverThinks(model) && (engine === 'vllm' || engine === 'sglang'))
      return 'Start the server without `--reasoning-parser`: this model never thinks, and its whole reply was taken for thinking.';
    if (engine === null && call?.fix !== undefined && always === null) return call.fix;
    const off = (rest: string): string =>
      always === null
        ? `Turn thinking off ${evidence.writer === 'home-assistant' ? OF_AGENT : 'for this request'}${rest}`
        : `${always}${rest.replace(/^, or /, '. Or ')}`;
    if (namedServer(evidence) === 'mlx') return off(', or update mlx_lm.');
    if (engine === 'vllm' && did !== null) return off(apartInVllm(evidence));
    const { rest, hint = rest } = (engine === null ? null : thinkingFixes[engine]) ?? UNKNOWN;
    return off(always === null ? hint : rest);
  },
  cut: ({ call, writer }) => {
    // Source: claude-code#25569, which quotes its error
    const limit =
      writer === 'claude-code' ? 'of Claude Code (`CLAUDE_CODE_MAX_OUTPUT_TOKENS`)' : 'of the request (`max_tokens`)';
    const which = call === null || lastCutOff(call) === null ? 'the call' : 'the last call';
    return `Raise the token limit ${limit}, or ask for shorter values.${call === null ? '' : ` Do not run ${which}.`}`;
  },
  lost: (evidence) => {
    if (isReadByProvider(evidence))
      return `Choose another provider for this model. Report the response to ${evidence.provider ?? 'this one'}.`;
    const named = namedServer(evidence);
    const isClients = named !== null && writers[named].kind === 'client';
    // Who has only what a client prints does not know what to update.
    if (evidence.did === 'text' && (named === null || isClients) && engineOf(evidence) === null)
      return `Choose the server that answered, to see what its parser does with this text.${isClients ? ' If you do not know it, send the request with `curl`, and paste the response.' : ''}`;
    if (evidence.did === 'text') {
      const own = evidence.parser === null ? ownParserOn(evidence) : null;
      const other = toOwnParser(evidence);
      if (own !== null) return `${own} If that parser is on already, update the server.`;
      if (other !== null) return other;
    }
    return evidence.did === 'text'
      ? 'Update the server, or send the request again: its parser saw the call and could not read it.'
      : 'Look for the reply in the log of the server: its parser may have dropped a call.';
  },
  arguments: () =>
    'Send the request again, or have the server constrain the arguments to the schema. Do not run the call.',
  stream: () =>
    'Send the request with `stream: false`. If the call is whole there, update what sends or joins the pieces.',
  template: (evidence) =>
    engineOf(evidence) === 'ollama'
      ? 'Choose a model whose template takes tools, or give the Modelfile such a template.'
      : 'Give the server a newer chat template of the model, or send the messages in the order that it takes.',
  schema: () =>
    'Write the schema of the tool plainly: a `type` for every property, without `$ref`, `anyOf`, `oneOf` and `allOf`.',
  'no-tools': ({ sendsTools }) =>
    sendsTools === true ? 'Send the request with `tool_choice: auto`.' : 'Send `tools` with the request.',
  'unknown-tool': () =>
    'Declare the tool under the name that the model uses, or repeat the declared names in the prompt.',
  client: () =>
    'Look into the client: it must take calls by the content of the response. It must answer every call with its id.',
};

/** What can be said after turning thinking off, and what holds also where a model always thinks. */
interface Thinking {
  readonly hint?: string;
  readonly rest: string;
}

/** How a call is kept out of the separate reasoning, as the guides of the servers have it; SGLang's was run. */
const thinkingFixes: Partial<Readonly<Record<EngineId, Thinking>>> = {
  ollama: { hint: ' (`think: false` at `/api/chat`).', rest: '.' },
  llamacpp: { hint: ', or start llama-server with `--reasoning-budget 0`.', rest: '.' },
  sglang: {
    rest: ', or send the request with `separate_reasoning: false`: then the tool parser reads the thinking as well.',
  },
};

/** Where Home Assistant has the switch, `CONF_THINK`. Source: home-assistant/core homeassistant/components/ollama/__init__.py */
const OF_AGENT = 'in the settings of this agent (`Think before responding`)';
const LEFT = '. A reasoning parser would leave the call in the reasoning.';
const UNKNOWN: Thinking = { hint: `, or choose another model${LEFT}`, rest: LEFT };

/** vLLM keeps thinking apart only where a reasoning parser does it. Source: vllm#35687 (Qwen3), vllm#33646 (Kimi K2), merged in 2026 */
function apartInVllm({ model }: Evidence): string {
  const name = (model === null ? null : familyOf(model))?.name ?? '';
  return /^(?:Qwen ?3|Kimi K2)/.test(name)
    ? ', or update vLLM. Its later reasoning parser for this model ends the thinking where a call begins.'
    : '. Its reasoning parser keeps all of this from the tool parser.';
}

function engineOf(evidence: Evidence): EngineId | null {
  if (isReadByProvider(evidence)) return null;
  return engineAmong([namedServer(evidence), ...evidence.others]);
}

/** How the parser of a format is switched on. */
function switchOn(evidence: Evidence): string {
  const { model, call, parser } = evidence;
  const named = namedServer(evidence);
  const family = model === null ? null : familyOf(model);
  const format = trainedFormat({ model, written: call?.format ?? null, parsed: [] });
  const engine = engineOf(evidence);
  if (engine === 'llamacpp')
    return `Start llama-server with \`--jinja\`${evidence.sendsTools === true ? '' : ', and send `tools` with the request'}.`;
  if (engine === 'ollama' && named !== null && declaresAlways(named))
    return 'Choose a model with tools, as `gpt-oss`, whose template takes them. Raise the context of Ollama: agents send long prompts.';
  if (engine === 'ollama' && evidence.did === 'error') return 'Choose a model whose template takes tools.';
  if (engine === 'ollama')
    return evidence.sendsTools === null
      ? 'Look whether the request sends `tools`. Then choose a model whose template takes them.'
      : evidence.sendsTools
        ? 'Ask in the prompt for the call alone, without a code block or words around it, or choose another model.'
        : 'Send `tools` with the request, and choose a model whose template takes them.';
  if (engine !== null) {
    const label = engines.find(({ id }) => id === engine)?.label ?? engine;
    const other = call === null ? otherOf(family, engine) : null;
    if (other !== null)
      return `${startText(engine, other.parser, other.format)} Give it the chat template that ${label} has for this model.`;
    if (format === null)
      return `Start ${label} with \`${settingOf(engine, 'NAME')}\`, where \`NAME\` is the parser of your model.`;
    const parser = parserFor(engine, format, family);
    return parser === null
      ? `Choose a model whose format ${label} reads: it has no parser for this one.`
      : startText(engine, parser, format);
  }
  // A client in front of it changes nothing of that.
  const own = [named, ...evidence.others].find((one) => one !== null && (OWN_WAYS.has(one) || one === 'localai'));
  // Source: llama-cpp-python README.md, "Function Calling", 00629549; llama-cpp-python#2227
  if (own === 'llama-cpp-python')
    return 'Serve the same GGUF with `llama-server --jinja`, or load it with `chat_format="chatml-function-calling"`. Or read the call from the text.';
  if (own === 'lmstudio') return 'Update LM Studio, or choose a model that it lists with native tool use.';
  if (own === 'tabbyapi')
    return 'Set `tool_format` in the settings of TabbyAPI to the one of this model, or update it.';
  // Source: mlx-openai-server README.md, 81dfa5da: without the flags it parses nothing
  if (own === 'mlx-openai-server')
    return parser === null
      ? 'Start mlx-openai-server with `--enable-auto-tool-choice --tool-call-parser NAME`. Its README lists the names, as `qwen3`.'
      : 'Look whether that is the parser of your model, and update mlx-openai-server.';
  // Source: localai.io, "Model Configuration"; oMLX's reader follows the chat template as well
  if (own === 'localai')
    return 'Update LocalAI, and look at `function` in the configuration of the model: it says how calls are read.';
  if (own === 'mlx' || own === 'omlx')
    return `Update ${own === 'mlx' ? 'mlx_lm' : 'oMLX'}, or choose a model whose chat template it reads.`;
  if (isReadByProvider(evidence))
    return evidence.provider !== undefined && evidence.others.length > 0
      ? otherProvider(evidence)
      : `Choose another provider for this model: ${evidence.provider ?? 'this one'} does not parse its calls.`;
  // What an unknown server left as text is in the tags that are seen, whatever the model was trained on.
  const seen = trainedFormat({ model: null, written: call?.format ?? null, parsed: [] }) ?? format;
  const flags = (['vllm', 'sglang'] as const).flatMap((one) => {
    const parser = seen === null ? null : parserFor(one, seen, family);
    const label = engines.find(({ id }) => id === one)?.label ?? one;
    return parser === null || seen === null || lossOf(one, parser, seen) !== null
      ? []
      : [`${label}: \`${settingOf(one, parser)}\``];
  });
  if (flags.length > 0) return `Switch on the tool parser of the server. ${flags.join('; ')}.`;
  const reader = readerInText(call?.format ?? null);
  if (reader !== null && named !== null && declaresAlways(named))
    return 'Send the request again, or begin a new session. No server has a parser for calls that the model writes so.';
  return reader === null
    ? 'Switch on the tool parser of the server for this model.'
    : `No server that we know has a parser for this format. ${reader} reads it in the text.`;
}

/** A format that the models of a family write by another chat template, where an engine reads that one and not their own; null for none. */
function otherOf(
  family: ModelFamily | null,
  engine: EngineId,
): { readonly format: string; readonly parser: string } | null {
  const [own, ...others] = family?.formats ?? [];
  if (own === undefined || parserFor(engine, own, family) !== null) return null;
  for (const format of others) {
    const parser = parserFor(engine, format, null);
    if (parser !== null) return { format, parser };
  }
  return null;
}

/** Who reads a format that no server has a parser for; null for other formats. */
function readerInText(format: string | null): string | null {
  const { readers, generic = [], tier } = formatList.find(({ id }) => id === format) ?? {};
  const { others = [], ...servers } = readers ?? {};
  return tier === 'marked' && generic.length === 0 && Object.keys(servers).length === 0 ? (others[0] ?? null) : null;
}

/** How a parser is switched on, if it returns what its models write correctly. */
function startText(engine: EngineId, parser: string, format: string): string {
  const label = engines.find(({ id }) => id === engine)?.label ?? engine;
  const setting = settingOf(engine, parser);
  const loss = lossOf(engine, parser, format);
  if (loss === 'whole')
    return `Choose another server or model: the parser \`${parser}\` of ${label} loses correct calls of this one.`;
  return loss === 'streamed'
    ? `Start ${label} with \`${setting}\`, and send requests with \`stream: false\`: the stream of this parser loses calls.`
    : `Start ${label} with \`${setting}\`.`;
}

function settingOf(engine: EngineId, parser: string): string {
  return engines.find(({ id }) => id === engine)?.setting(parser) ?? parser;
}

/** How the parser that reads the call is switched on, where a flag of the server names it; null where none does without a loss. */
function ownParserOn(evidence: Evidence): string | null {
  const engine = engineOf(evidence);
  const format = evidence.call?.format ?? null;
  if (format === null || (engine !== 'vllm' && engine !== 'sglang')) return null;
  const parser = parserFor(engine, format, evidence.model === null ? null : familyOf(evidence.model));
  return parser === null || lossOf(engine, parser, format) !== null ? null : startText(engine, parser, format);
}

/** The parser for what the model writes by training; null where it left its own format, or none is in the way. */
function toOwnParser(evidence: Evidence): string | null {
  const { parser, call, model, did, likely } = evidence;
  // Of a command alone, what it starts is all there is.
  const engine = engineOf(evidence) ?? (did === null && call === null ? engineAmong([likely]) : null);
  const family = model === null ? null : familyOf(model);
  // A parser that failed on the block says what it is not; what the model writes by training is likeliest.
  const format = (call === null ? family?.formats[0] : call.format) ?? null;
  if (parser === null || engine === null || format === null) return null;
  // A format with markers is what a model was trained on; bare JSON is what many write.
  const isMarked = family === null && formatList.find(({ id }) => id === format)?.tier === 'marked';
  if (!isMarked && family?.formats.includes(format) !== true) return null;
  const first = parserFor(engine, format, family);
  // Of a family that writes two formats, the other parser.
  const own = first === parser ? parserFor(engine, format, null) : first;
  if (own === null || own === parser) return null;
  const start = startText(engine, own, format);
  if (isMarked) return start;
  return lossOf(engine, own, format) === null ? `${start.slice(0, -1)}: this model was trained on that format.` : start;
}

/** The model left its format: another parser would lose its usual calls. */
function toOwnFormat(evidence: Evidence): string {
  const { writer, sendsTools, model, did, parser, call } = evidence;
  const engine = engineOf(evidence);
  // The sentence of such a client is about a reply.
  const isUnshown = call === null && !evidence.isAnswered && evidence.turns === 0;
  if (readsEveryText(writer))
    return isUnshown
      ? `${evidence.others.includes('llamacpp') ? wayToReply('llama.cpp') : 'Paste the reply of that turn, from the task or its export.'} Only the reply shows why. Meanwhile give the model more context, or try a larger one.`
      : 'Repeat in the prompt that calls are a tag per tool, or choose a larger model.';
  const family = model === null ? null : familyOf(model);
  if (writer !== null && declaresAlways(writer))
    return 'Choose a model that keeps to its format in the long prompts of agents: a newer or a larger one.';
  const own = inFormat(family?.formats[0] ?? null).replace(/^in /, '');
  const name = own === '' ? 'the format' : own;
  const isUnsure = sendsTools === null && did !== 'error' && (engine === 'ollama' || engine === 'llamacpp');
  const send = isUnsure ? 'Look whether the request sends `tools`. ' : '';
  // What the request demands already is no advice.
  const isAdvice = !evidence.demands && canForceCall(engine);
  const force = isAdvice ? ', or have the server force a call (`tool_choice: required`)' : '';
  // What the model writes is not in the paste: its parser may be another one.
  if (parser !== null && call === null && family === null && engine !== null)
    return `Look whether \`${parser}\` is the parser of your model. If it is, show ${name} in the prompt${force}.`;
  return `${send}Show ${name} in the prompt${force}. A lower temperature or a less quantised model helps as well.`;
}
