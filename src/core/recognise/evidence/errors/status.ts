/** The answer to a request, as servers log it and clients print it. Bounded: each looks at one line. */
const STATUSES: readonly RegExp[] = [
  // uvicorn, and the server of Python: `"POST /v1/chat/completions HTTP/1.1" 200 OK`.
  /"POST \S{1,80}(?:chat|completions|generate|messages|responses)\S{0,40} HTTP\/[\d.]{1,3}" (\d{3})\b/g,
  // Gin: `[GIN] 2026/11/25 - 08:31:07 | 500 | …`.
  /^\[GIN\] [^|\n]{10,40}\| {0,4}(?:\S{0,10})?(\d{3})\b[^\n]{0,80}"\/(?:api\/(?:chat|generate)|v1\/)/gm,
  // llama-server: `srv  log_server_r: done request: POST /v1/chat/completions 127.0.0.1 200`.
  /\bdone request: POST \S{1,80} \S{1,60} (\d{3})\b/g,
  /\b[Ee]rror: ([45]\d\d)\b/g,
  /^([45]\d\d): (?=['"A-Z{])/gm,
  /\b(?:[Ff]ailed|[Rr]efused|[Rr]ejected|[Ee]rror) \(([45]\d\d)\): /g,
  // What clients say in the words of HTTP.
  /\b([45]\d\d) (?:status code|Bad Request|Unauthorized|Forbidden|(?:page )?Not Found|Unprocessable Entity|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable)\b/gi,
  // Rust's reqwest, and what goose prints of it.
  /\b(?:bad request|unprocessable entity|internal server error) ?\(([45]\d\d)\)/gi,
  // DashScope.
  /<([45]\d\d)> [A-Z]/g,
  // aiohttp.
  /\b([45]\d\d), message='/g,
  /\b(?:with|returned|[Oo]bserved:?|status|error:|^) ?HTTP ([45]\d\d)\b/gm,
  // What curl prints, and what clients say.
  /^(?:< )?HTTP\/[\d.]{1,3} (\d{3})\b/gm,
  /\b(?:Error code|[Ss]tatus(?:[ _]code)?|API Error|unexpected status)[: ]{1,3}(\d{3})\b/g,
];

/** The last status of a request for a reply, and where it is; null where none is in the text. */
export function lastStatus(text: string): { readonly status: number; readonly at: number } | null {
  let last: { readonly status: number; readonly at: number } | null = null;
  for (const pattern of STATUSES)
    for (const { index, 1: status } of text.matchAll(pattern))
      if (last === null || index > last.at) last = { status: Number(status), at: index };
  return last;
}

/** `pydantic_ai.exceptions.UnexpectedModelBehavior: …`. */
const OF_MODULE = /^[a-z_]\w{0,40}(?:\.[a-z_]\w{0,40}){1,6}\.[A-Z]\w{2,60}: [^\n]{2,200}/m;

/** What stacks look like in Python and JavaScript. */
const STACK = /^\s{2,12}(?:at \S|File "[^"\n]{1,300}", line \d)/m;
/** A place in a stack, with the code that is there: its names say nothing of the error. */
const PLACES = /^.{0,160}\bFile "[^"\n]{1,300}", line \d.*(?:\n.*)?|^\s{2,12}at \S.*|^.{0,160}[~^]{3,}\s*$/gm;

/** What an error says, without the lines of its stack. */
export function withoutStack(text: string): string {
  return text.replaceAll(PLACES, '');
}

/** A longer text that begins with "Error: " and has no stack may be a reply. */
const SHORT = 400;

/** How programs begin what they tell a person about an error, where nothing but that was pasted. */
const TELLS =
  /^\W{0,8}(?:(?:An? |The )?(?:unexpected |internal |provider |server )?(?:API )?error (?:[a-z]{3,15}ing(?: with)?|from|in|running) \w|(?:Unable|Failed) to [a-z]{3,15} \w|Problem in \w|Unexpected (?:API|chat|response|tool|model|language|LLM|server|provider|stream|JSON)\b|(?:Model not found|\[?API Error|An? error occurred|Error (?:in|while|during|when|from) [\w ]{3,60}): |Error [a-z]\w{3,60} - |[A-Z][a-z]{2,20}(?: [a-z]{2,20}){0,4} failed: |API Request Failed\s|An? error (?:has )?occurred (?:while|during|when|in) |(?:Invalid|Unsupported|Malformed|Missing) [a-z][\w ]{2,60}: \S)|^Internal (?:server )?error: /im;

function isShortError(text: string): boolean {
  return text.length < 2 * SHORT && TELLS.test(text) && !/\b(?:I|you)\b|\?|<[\w|｜]|\{\s{0,4}"/.test(text);
}

const PRINTED = /^[ \t]{0,4}(?:> ?)?[A-Z]\w{2,60}(?:Error|Exception)\(["'][^\n]{8,300}["']\)[,;.]?[ \t]*$/m;

/** Whether a text is the report of an error, whatever it is about: a traceback, or a line that begins as one. */
export function isErrorText(text: string): boolean {
  return (
    /^\s{0,12}Traceback \(most recent call last\):/m.test(text) ||
    /^["'>\s]{0,6}(?:Caused by: )?(?:[\w$]{1,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception)\b(?: \[\w{2,60}\])?: /m.test(
      text,
    ) ||
    // Ruby.
    /^\S{1,300}\.rb:\d{1,6}:in [`'][^'\n]{1,120}': \S/m.test(text) ||
    // What Rust and Python print of an error alone.
    PRINTED.test(text) ||
    // What Pydantic says of a value that does not fit.
    /^\W{0,8}\d{1,4} validation\s{1,4}errors? for \S/m.test(text) ||
    /\b\d{1,4} validation errors? for \S{1,80}\n\S[^\n]{0,200}\n[ \t]{1,8}[A-Z]/.test(text) ||
    // A kind of error in brackets, as Swift and others print it.
    /^\[[A-Z][\w ]{2,40} Error\b[^\]\n]{0,60}\] /m.test(text) ||
    // The title of a box, without the box.
    /^Error\s*\n\s{0,8}\S+ \S+ \S/m.test(text) ||
    // The level, and what failed on the next line, as in LM Studio.
    /\[ERROR\]\s{1,4}(?:\[[^\]\n]{1,80}\] )?Error: \S/.test(text) ||
    // The level after a time, as programs log it.
    /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d\S{0,24} {1,4}(?:- (?:\S{1,60} - )?)?(?:\S{1,60}: {1,4})?\[?(?:ERROR|Error)\b/m.test(
      text,
    ) ||
    (text.length < SHORT && /["'`][A-Z]\w{2,60}(?:Error|Exception): /.test(text)) ||
    // The level after the name of the logger.
    /^[\w.]{2,80} - (?:ERROR|CRITICAL) - \S/m.test(text) ||
    // The level before a time.
    /^\[?(?:ERROR|CRITICAL|FATAL)\]?:? {1,4}\[?\d{4}[-/]\d\d[-/]\d\d[T ,]/m.test(text) ||
    // A class alone on its line, or after the level in a line of a log.
    /^(?:AI_)?[A-Z]\w{2,60}(?:Error|Exception)\s*$/m.test(text) ||
    /\bException (?:[a-z]\w{0,40}\.){1,4}[A-Z]\w{2,60}(?:Error|Exception): /.test(text) ||
    /^[^\n]{0,80}\b(?:ERROR|CRITICAL|FATAL)\b[^\n]{0,120}[ \]](?:\w{1,60}\.){0,6}[A-Z]\w{2,60}(?:Error|Exception): /m.test(
      text,
    ) ||
    (STACK.test(text) && /(?:Error|Exception)\]?: \S/.test(text)) ||
    /^(?:API Error: \d|Internal error: |panic: |Uncaught \w|thread '[^'\n]{1,60}' panicked at )/m.test(text) ||
    /^terminate called after throwing an instance of /m.test(text) ||
    // A stack whose head was not copied, and the class of an exception in its module.
    /^\s{1,8}File "[^"\n]{1,300}", line \d{1,6}, in \S/m.test(text) ||
    OF_MODULE.test(text) ||
    // A field of its own; after a colon, where another one is before it.
    /^(?:[a-z_]{2,24}: [^\n]{1,200}\nerror: |error ?= ?(?!await\b|new\b|[\w.]{1,60}[([]))(?!None\b|none\b|null\b|nil\b|false\b|["']{2})\S/m.test(
      text,
    ) ||
    // The console of .NET.
    /^(?:fail|crit): (?:[A-Z]\w{1,60}\.){1,8}\w{1,60}[[ ]/m.test(text) ||
    // Several are a list.
    text.match(/^[■✗] /gm)?.length === 1 ||
    isShortError(text) ||
    (/^\s{0,8}\[?(?:Error|ERROR|error)\]?: /.test(text) && (STACK.test(text) || text.length < SHORT))
  );
}

/** The last of the causes that Rust's anyhow and eyre list below an error, each with its number where there are several. */
const CAUSED =
  /(?<=^Caused by:\n(?:[ \t]{1,8}\d{1,2}: [^\n]{1,800}\n){0,20}[ \t]{1,8}(?:\d{1,2}: )?)(?!\d{1,2}: )([^\s\n][^\n]{7,800})(?!\n[ \t]{1,8}\d{1,2}: )$/gm;

/** What gives the line of an error away, the surest first: its class, in a line or in a code span; its level; a status; the word. */
const ERROR_LINES: readonly (RegExp | ((text: string) => string | null))[] = [
  /^.{0,200}\b(?:[Cc]onnection refused|ECONNREFUSED|connection attempts failed|actively refused)\b.{0,100}/m,
  (text) => text.match(CAUSED)?.[0] ?? null,
  /(?<=`)[\w.]{0,80}(?:Error|Exception): [^`\n]{2,200}(?=`)|(?<=^|^Error [a-z][\w ]{2,40}: |^.{0,80}\b(?:ERROR|CRITICAL):? {1,8}|^.{0,80}\] )[\w.]{0,80}(?:Error|Exception): [^\n]{2,200}/m,
  OF_MODULE,
  PRINTED,
  /(?<=\[ERROR\]\n\s{0,3})\S.{2,300}/,
  /^.{0,60}\bERROR\b.{2,200}/m,
  // What is quoted under the words that announce it; after the sign of a console, it is what a person typed next.
  /(?<=^(?![ \t]{0,4}[■✗✕✖✘❌⨯⚠⏺●])[^\n]{0,300}\berror\b[^\n]{0,80}\n{1,2}> ?)(?!\/)[^\n>]{8,300}/im,
  statusLine,
  /^[ \t>]{0,8}\d{1,4} validation\s{1,4}errors? for \S.{0,200}/m,
  // Words of a person speak of the error.
  /^(?!.*\b(?:I|my|we|our)\b).{0,200}(?:Error|error)\b.{2,200}/m,
  (text) => (isShortError(text) ? (text.slice(TELLS.exec(text)?.index).trimStart().split('\n')[0] ?? null) : null),
];

/** The line with the last status, where that is an error. */
function statusLine(text: string): string | null {
  const status = lastStatus(text);
  if (status === null || status.status < 400) return null;
  const begin = text.lastIndexOf('\n', status.at) + 1;
  return text.slice(begin, begin + SHORT).split('\n')[0] ?? null;
}

/** A time, a level and a thread, and the module: in brackets, or before a colon. What a console drew before them is no part of it. */
const LOG_HEAD =
  /^.{0,60}\| {0,2}[A-Z]{4,8} {0,6}\| \S{1,120} - |^.{0,80}\[[\w/-]{1,60}\.[\w./:-]{1,80}\] |^.{0,200}(?<!\d)\d\d:\d\d:\d\d\S{0,20} {1,4}(?:ERROR|WARN(?:ING)?|CRITICAL|FATAL)\b:? {1,4}(?:[\w.:-]{2,80}: )?|^(?:\(\w{2,20} pid=\d{1,9}\) )?INFO: {1,8}[\d.]{7,15}:\d{1,5} - (?=")|^.{0,20}\d\d:\d\d:\d\d - LiteLLM(?: \w{2,20})?:[A-Z]{4,8}: \w{1,60}\.py:\d{1,6} - (?:[\w.]{1,160}\(\): Exception occured - )?/;

/** A person's words with an error in a code span. */
const QUOTED =
  /^[^`\n]{0,300}\b[a-z]{2,20} [a-z]{2,20} [a-z]{1,20}[^`\n]{0,40}`((?=[^`\n]{0,200}\b(?:ERROR|[Ee]rror|\w{2,40}Exception|[45]\d\d)\b)[^`\n]{8,400})`/;

/** The line of an error in a text, without what a log has before it; null for none. */
export function errorLine(text: string): string | null {
  for (const one of ERROR_LINES) {
    const line = one instanceof RegExp ? (one.exec(text)?.[0] ?? null) : one(text);
    if (line !== null)
      return withoutHead(
        /[:[{]$/.test(line) ? withNext(text, line) : (withPlace(text, line) ?? QUOTED.exec(line)?.[1] ?? line),
      ).trim();
  }
  return null;
}

/** A line that announces something, with what is on the next one; one that opens a bracket, with what is in it. */
function withNext(text: string, line: string): string {
  const at = text.indexOf(line) + line.length;
  const below = text.slice(at, at + SHORT);
  return line + (line.endsWith(':') ? below.replace(/^(\s*[^\n]*)[^]*/, '$1') : below.trimEnd());
}

/** The head of an error of Pydantic with the first place that is below it and what is wrong there; null for any other line. */
function withPlace(text: string, line: string): string | null {
  if (!/\bvalidation\s{1,4}errors? for \S{1,80}\s*$/.test(line)) return null;
  const at = text.indexOf(line) + line.length;
  const below = /^\s*\n([\w.[\]|(),' -]{1,200})\n[ \t]{1,8}(\S[^\n[]{1,200})/.exec(text.slice(at, at + 2 * SHORT));
  return below === null ? null : `${line.trimEnd()}: ${(below[1] ?? '').trim()}: ${(below[2] ?? '').trim()}`;
}

/** How clients say that they gave up, before the error that they got last. */
const GAVE_UP =
  /^(?:[A-Z]\w{1,20} )?(?:[Rr]equest|[Cc]all) failed after [\w ]{1,20}(?:attempts?|retries|tries): (?=\S)/;

/** Without what a log has before it, the signs that a console puts before a line, and what a client says of its attempts. */
export function withoutHead(line: string): string {
  return (
    line
      .replace(LOG_HEAD, '')
      .replace(/^[^\p{L}\d{[("'`<]*/u, '')
      .replace(GAVE_UP, '')
      // Tomcat has the error in brackets.
      .replace(/\] with root cause\s*$/, '')
  );
}

/** How people say which error they got: in a code span, after the sign of a console, with the level of a log; after a colon, or under a line that ends in one. */
const TOLD: readonly RegExp[] = [
  CAUSED,
  /`((?:[45]\d\d[: ]{1,2}[A-Z]|(?:Error|Failed|Unable|Could not|Cannot|Invalid|Unexpected|Missing|Unsupported|Unknown)\b)[^`]{8,400})`/g,
  /^[ \t]{0,4}[◇■✗✕✖✘❌⨯⚠└⏺][\ufe0f ]{1,4}((?:Error:|Failed to|Request failed|Unable to|Could not|Cannot|Invalid) [^\n]{8,300})/gmu,
  /^((?:Error:|(?:ERROR|FATAL|CRITICAL)\b)[^\n]{8,300}(?:\n [^\n]{8,300})?)/gm,
  // What a log warns of.
  /^[^\n]{0,60}(?:\bWARN(?:ING)?\b|\[(?:warning|warn|error)\])([^\n]{8,400})/gm,
  // A sentence in a code span or in quotes that are no value of JSON, and after the class of an exception.
  /`(?![^`\n]{0,400}\b(?:I|me|[Mm]y|[Ss]orry)\b)(["'[]?(?:[45]\d\d[: ]{1,2}\S|[A-Z])[^`\s]{0,40} (?:[^`\s]{1,60} ){2}[^`\n]{1,400})`/g,
  /(?<!["']\s{0,2}:\s{0,4}|[[{,(]\s{0,4})["“](?![^"”\n]{0,400}\b(?:I|me|[Mm]y|[Ss]orry)\b)((?:[45]\d\d[: ]{1,2}\S|[A-Z])[^"”\s]{0,40} (?:[^"”\s]{1,60} ){2}[^"”\n]{1,400})["”]/g,
  /\b([A-Z]\w{2,60}(?:Error|Exception): [^\n`]{8,400})/g,
  // The same after the sign of a console, where that is first, and in a fence.
  /^\s{0,8}[✗✕✖✘❌⨯][\ufe0f ]{1,4}([^\n]{8,300})/gu,
  /^```\w{0,10}\n(?![^\n]{0,400}\b(?:I|[Mm]y|[Ss]orry)\b)([A-Z\d][^\n`{}]{8,400})$/gm,
  /(?:\b(?:errors?|exception)\b|报错|错误)[^\n:：`"]{0,40}(?:[:：]\s{0,4}|\n(?=```))(?:```\w{0,10}\n)?[`"'*>\s]{0,6}([^\n`]{8,800})/gi,
  // What a person describes goes on in small letters.
  /\b(?:crash\w{0,3}|fail\w{0,3}|dies|stops|breaks|rejects?|refuses?)\b[^\n:`"]{0,40}:\s{1,4}["'*>]{0,4}((?:[A-Z\d]|\w{2,40}(?:[[_.]| ['"])\w)[^\n`]{8,800})/g,
];
/** The ways that need no word of their own to be an error. */
const SURE = 4;
const FAILED =
  /[✗✕✖✘❌⨯]|(?:Error|Exception): |\b(?:errors?|warn(?:ing)?|fail\w{0,3}|exception|crash\w{0,3}|dies|stops|gets?|got|(?:API|logs?|console|server|client|SDK|terminal) (?:only )?says|telling|prints|returns|raises|throws|ends in|breaks|rejects?|refuses?|[45]\d\d)\b|报错|错误/i;
/** Whether a text begins with a line of a log whose level is that of no error. */
export function isCalm(text: string): boolean {
  return /^[^\n]{0,80}\b(?:INFO|DEBUG|TRACE)\b/.test(text.trimStart().slice(0, 100));
}

/** Where what is quoted ends, and the person goes on. */
const GOES_ON = /(?<=[.!?。？]) ?[^.!?\n]{0,200}\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b/;
/** Longer texts are no questions. In UTF-16 units. */
const LONGEST_TOLD = 8000;

/** What may be the sentence of an error in the words of a person, in the order of these ways. Linear. */
export function toldErrors(text: string): readonly { readonly text: string; readonly isSure: boolean }[] {
  if (text.length > LONGEST_TOLD || !FAILED.test(text)) return [];
  return TOLD.flatMap((one, way) =>
    [...text.matchAll(one)].flatMap(([, said = '']) => {
      const end = GOES_ON.exec(said)?.index ?? said.length;
      return isCalm(said) ? [] : [{ text: said.slice(0, end).trim().replace(GAVE_UP, ''), isSure: way < SURE }];
    }),
  );
}

/** Whether a program or a person says that no call came: `no tool_calls in the response`, `result.toolCalls is []`. */
export function saysNoCalls(text: string): boolean {
  return NO_CALLS.test(text);
}

const NO_CALLS =
  /\b(?:no|0|without(?: a| any)?) (?:tool|function)[_ ]calls?\b|\btool_?calls["'`]?(?: (?:is|was|are|were|=)(?: always)?| ?是|[:=]) {0,2}["'`]?(?:\[\]|none\b|null\b|empty\b)/i;
