import { endOfLine } from '../../text/document/index.ts';

/** The beginning of a line of a log, by who writes it. Bounded: each looks at the head of one line. */
const logHeads: readonly RegExp[] = [
  // syslog and journald, whose months are in the language of the machine.
  /^\p{L}{3,4}\.? {1,2}\d{1,2} \d\d:\d\d:\d\d \S/u,
  // vLLM: `(APIServer pid=1) ERROR 10-09 09:39:54 [file.py:157] …`.
  /^(?:\([\w ]{2,40}pid=\d{1,9}\) )?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d/,
  /^\([\w ]{2,40}pid=\d{1,9}\) /,
  // The same without a time, as people copy it.
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \[[\w.]{1,60}\.py:\d{1,6}\] /,
  // Python's logging, and uvicorn.
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]{1,80}:/,
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL): {4,8}\S/,
  // logfmt of any program: a time or a level, or three keys with values.
  /^(?:ts|time|timestamp|t|level|lvl|severity)=(?:"[^"\n]{1,80}"|[^\s"]{1,80}) [A-Za-z][\w.]{0,60}=/,
  /^(?:[A-Za-z][\w.-]{0,40}=(?:"[^"\n]{0,120}"|[^\s"'=([{]{0,80}) ){2,8}[A-Za-z][\w.-]{0,40}=[\w"-]/,
  // Go's own log, slog and Gin.
  /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\b/,
  /^time=\S{8,40} level=/,
  /^\[GIN(?:-debug)?\] /,
  // llama-server.
  /^(?:(?:[\d.]{6,16} )?[A-Z] )?(?:(?:srv|slot|que|main|common|llama_\w{2,30}) {1,14}[a-z_]{2,30}(?:\(\))?|common_\w{3,40}): /,
  // zerolog, as LocalAI has it.
  /^\d{1,2}:\d\d[AP]M (?:TRC|DBG|INF|WRN|ERR|FTL) /,
  // Ruby's Logger.
  /^[DIWEFU], \[\d{4}-\d\d-\d\dT[\d:.]{8,15} #\d{1,9}\] {1,3}[A-Z]{3,5} -- /,
  // What LangChain writes with `set_debug`.
  /^\[(?:chain|llm|tool|retriever|chat_model)\/(?:start|end|error)\] \[/,
  // logrus.
  /^(?:TRAC|DEBU|INFO|WARN|ERRO|FATA)\[\d{4}\] /,
  // LM Studio, Rust, TurboMind, Jan and others: `[2026-04-29T02:41:45Z INFO  http::server] …`, `[ERROR] …`, `[TM][INFO] …`.
  /^(?:\[[\w.:-]{1,30}\]){0,3}\[(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\][ \t]/,
  // docker compose: `pentagi  | …`.
  /^[\w.-]{2,40}[-_]\d{1,3} {1,20}\| /,
  /^[\w.-]{2,40} {1,20}\| (?:time=|\d{4}-\d\d-\d\d|\[|INFO|ERROR|WARN|DEBUG|Traceback)/,
  // llama-server with `-lv`: the reply that it parses, and what came of it.
  /^(?:Parsing (?:PEG )?input with format|Parsed message: \{|Partial parse: )/,
  // KoboldCpp.
  /^(?:Processing Prompt (?:\[\w{2,20}\] )?\(\d{1,9} \/ \d{1,9} tokens\)|(?:\[[\d:]{5,8}\] )?CtxLimit: ?\d{1,9}\/)/,
  // A level before the time: OpenCode, Llama Stack and others.
  /^(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL) {1,6}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  // LM Studio.
  /^(?:Streaming logs from LM Studio\b|\[LM STUDIO SERVER\] |\[[\w./@:-]{2,80}\] (?:Finished streaming response|Running chat completion)\b)/,
  // LiteLLM, whose lines are coloured.
  /^Give Feedback \/ Get Help: |^LiteLLM\.Info: /,
  /^\d\d:\d\d:\d\d - LiteLLM/,
];

/** A time at the beginning of a line. A reply may begin with one as well, so what follows it counts. */
const TIMED = /^[[(]?(?:\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2})?\d\d:\d\d(?::\d\d)?/;
const LOGGED =
  /^(?:[.,]\d{1,9}|Z\b|[+-]\d\d:?\d\d\b)|^[^\n]{0,60}\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|LiteLLM)\b|^(?: [\w-]{1,40}){0,3}\] |^ {1,2}\[(?:debug|info|warning|error|critical) {0,8}\] /;

/** The first line of a traceback or an error, in the languages that servers and agents are written in. */
const errorHeads: readonly RegExp[] = [
  /^(?:\s{0,8}\+ )?(?:Exception Group )?Traceback \(most recent call last\):/,
  /^ {2,4}File "[^"\n]{1,300}", line \d/,
  // `openai.InternalServerError: …`, `AI_APICallError: …`, `[AI_JSONParseError]: …`, `json.decoder.JSONDecodeError: …`.
  /^(?:Uncaught )?\[?(?:[\w$]{1,60}\.){0,6}[A-Za-z_$]\w{0,60}(?:Error|Exception)\]?(?: \[\w{2,60}\])?(?:\(|: )/,
  /^(?:Exception in thread|Unhandled (?:exception|rejection)|ERROR: Exception in ASGI)/i,
  /^\*\* \([A-Z][\w.]{2,80}\) /,
  /^(?:panic: |goroutine \d{1,9} \[|thread '[^'\n]{1,80}' panicked)/,
  /^(?:HTTP\/[\d.]{1,3} |HTTP (?:error )?|Error code: |API Error: ?|Error: |Request failed with status code )?[45]\d\d\b[ :,-]{0,4}(?:Internal Server Error|Bad Request|Unprocessable|\{|error|Failed)/i,
  /^\{:error, /,
  // Rust.
  /^Err\([A-Z]/,
];

/**
 * What servers write when they cannot read a reply or take a request: alone it is an error as well. Sources: llama.cpp
 * common/chat.cpp and tools/server, Ollama harmony and server, vLLM and SGLang serving_chat.py, LM Studio, LMDeploy, mlx-lm,
 * LangChain, the AI SDK.
 */
const serverSays =
  /error parsing tool call: raw='|Failed to parse input at pos \d|unparsed peg-[a-z]{2,30} output:|The model produced output that does not match the expected |Failed to parse tool call\b|Could not parse LLM output: |JSON parsing failed: Text: |Failed to parse\. Text: "|Invalid input for tool \S{1,80}: |Error rendering prompt with jinja template|Failed to parse fc related info|Failed to parse JSON part: |Model attempted to call undefined function: |JSON schema conversion failed:|(?:tools|tool_choice) param requires --jinja flag|tool choice requires --enable-auto-tool-choice|Received tools but model does not support ?tool calling|Error in extracting tool call from response|The model has crashed without additional information/i;

/** What agents write when they cannot take a call, in words that nobody else has. */
const clientSays =
  /\btool was called with invalid arguments\b|\bnot found in registry\b|\bInputValidationError: |\bNo such tool available: |\bunsupported (?:custom tool )?call: |\bfailed to parse (?:function|(?:final )?tool call) arguments\b|tool call could not be parsed\b|\bCould not interpret tool use parameters\b|\bYou did not use a tool in your previous response|\bdid not match expected schema\b/i;

/** The same in words that a model may write as well: a program begins with them, and names the tool or the reason after them. */
const clientBegins =
  /^(?:error: )?(?:(?:unknown|unavailable|unsupported|invalid|no such) (?:custom )?tools?(?: calls?)?(?:: | ['"`]|\s{0,2}[(—-])|tool calls? (?:failed|could not be \w{3,12}|(?:was|were) rejected)(?:[:,.(]|$))/i;

/** OpenCode prints a call that it could not take like this. */
const INVALID_CALL = /^\s{0,8}(?:\S{1,2} {1,4})?invalid \[tool=/;

/** The rule that smolagents draws above a step. */
const STEP = /^[━─]{8,200} Step \d{1,4} [━─]{8,200}$/;

/** The signs with which the consoles of agents begin a line. */
const SIGN = /^\s{0,8}[⚠❌✕✖✗✘⨯☒⛔⏺●⎿✦✓✔❗›┃│╭~■]\ufe0f?\s{1,4}(?=\S)/u;

/** The title of a box, with the message under it. */
const TITLE =
  /^(?:failed to|error\b|unable to|could not|cannot|an error|something went wrong|request failed)[^\n.:{<]{0,80}[.:]?$/i;

/** Whoever asks about a message writes words of their own before it. */
const ASKS = /^(?:why|how|what|when|where|is|are|does|do|can|could|should|if)\b|\b(?:i|my|me|you|your|we|our)\b/i;

/** What the text around an error says on its first line: `Error: `, `500: `. A reply may begin like this too. */
const vagueHeads = /^(?:error|exception|failed|fatal|warning)\b/i;

const STACK = /^\s{2,8}(?:at .{1,300}:\d{1,7}(?::\d{1,7})?\)?|File "[^"\n]{1,300}", line \d)/m;

/** How much is looked at before a text is called no log. */
const HEAD = 64 * 1024;

/** `log`: the lines of a server, or a traceback. `message`: what a program says. `console`: what an agent shows while it runs. */
export type ErrorTextKind = 'log' | 'message' | 'console';

/** So many lines are looked at. */
const MOST_LINES = 60;
/** So many of them must be of a log where the first is none: a paste may begin in the middle of an entry. */
const SHARE = 2 / 3;

/**
 * What kind of log, traceback or message of an error a text is; null for what is none. Its first line decides: a reply that
 * quotes a log begins with words of its own, or with a fence.
 */
export function errorTextKind(text: string): ErrorTextKind | null {
  const head = text.slice(0, HEAD);
  const lines = firstLines(head);
  const [first = '', second = ''] = lines;
  // One backquote is where a code span begins.
  const plain = first.trimStart().replace(/^`(?!`)/, '');
  if (isLogHead(plain) || isErrorHead(first)) return 'log';
  if (saysError(plain)) return 'message';
  if (vagueHeads.test(plain) && (STACK.test(head) || isErrorHead(plain.replace(/^[^:\n]{0,80}: /, '')))) return 'log';
  if (TITLE.test(plain) && (saysError(second) || isErrorHead(second))) return 'message';
  if (INVALID_CALL.test(first) || lines.some((line) => STEP.test(line))) return 'console';
  const shown = lines.find((line) => !/^> \S/.test(line)) ?? first;
  if (SIGN.test(shown) && lines.some(isOfConsole)) return 'console';
  if (lines.some((line) => SIGN.test(line) && isOfConsole(line))) return 'console';
  // A client says one thing, and no more was pasted.
  if (lines.every((line) => clientSays.test(line))) return 'message';
  return isMostlyLog(lines) ? 'log' : null;
}

export function isLogText(text: string): boolean {
  return errorTextKind(text) !== null;
}

/** The first lines that are not blank, as far as they are looked at. */
function firstLines(head: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < head.length && lines.length < MOST_LINES;) {
    const to = endOfLine(head, from);
    const line = withoutColours(head.slice(from, Math.min(to, from + 600)));
    if (line.trim() !== '') lines.push(line);
    from = to + 1;
  }
  return lines;
}

function isErrorHead(line: string): boolean {
  const plain = line.trimStart();
  return errorHeads.some((pattern) => pattern.test(line) || pattern.test(plain));
}

/** So long may be what a program writes before a message. */
const LEAD = 120;

/** Whether a line is a message of a server: the message alone, or after a few words that end in a sign. */
function saysError(line: string): boolean {
  const at = serverSays.exec(line)?.index;
  if (at === undefined || at > LEAD) return false;
  const lead = line
    .slice(0, at)
    .trim()
    .replace(/^["'`]$/, '');
  return lead === '' || (/[\w\])][:>|-]$|\]$/.test(lead) && !/[<{`]/.test(lead) && !ASKS.test(lead));
}

/** Whether a line of a console tells of an error. */
function isOfConsole(line: string): boolean {
  const said = line.replace(SIGN, '').trimStart();
  return (
    clientBegins.test(said) || clientSays.test(said) || saysError(said) || isErrorHead(said) || /^\{"error":/.test(said)
  );
}

function isMostlyLog([first, ...others]: readonly string[]): boolean {
  if (first === undefined || others.length < 2 || /^\s{0,3}(?:```|~~~)|[:?]\s{0,3}$/.test(first)) return false;
  return others.filter(isLogLine).length >= (others.length + 1) * SHARE;
}

/** So many lines of words may be before a log, and as many after it. */
const MOST_WORDS = 6;

/** Whether a text is the lines of a log between a few lines of words, and nothing else. Who answers with words fences what it quotes. */
export function isLogBetweenWords(text: string): boolean {
  if (text.length > HEAD) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const from = lines.findIndex(isLogLine);
  const to = lines.findLastIndex(isLogLine);
  const around = [...lines.slice(0, from), ...lines.slice(to + 1)];
  const isShort = from <= MOST_WORDS && lines.length - to <= MOST_WORDS + 1;
  return to > from && isShort && around.every(isPlainWords) && lines.slice(from, to).every(isLogLine);
}

/** Words without anything that a reply may have of a call. */
function isPlainWords(line: string): boolean {
  return /\p{L}/u.test(line) && !/[{}[\]<>]|```|~~~/.test(line);
}

function withoutColours(text: string): string {
  // eslint-disable-next-line no-control-regex -- the escape character is what is looked for
  return text.replaceAll(/\u001b\[[0-9;]{0,32}[A-Za-z]/g, '');
}

/** Whether a line begins like one of a log. */
export function isLogLine(line: string): boolean {
  const head = withoutColours(line.slice(0, 400)).trimStart();
  return isLogHead(head);
}

function isLogHead(line: string): boolean {
  const timed = TIMED.exec(line)?.[0];
  if (timed !== undefined && LOGGED.test(line.slice(timed.length))) return true;
  return logHeads.some((pattern) => pattern.test(line));
}
