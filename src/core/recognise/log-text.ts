/** The beginning of a line of a log, by who writes it. Bounded: each looks at the head of one line. */
const logHeads: readonly RegExp[] = [
  // syslog and journald.
  /^[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \S/,
  // vLLM: `(APIServer pid=1) ERROR 10-09 09:39:54 [file.py:157] …`.
  /^(?:\([\w ]{2,40}pid=\d{1,9}\) )?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d/,
  /^\([\w ]{2,40}pid=\d{1,9}\) /,
  // Python's logging, and uvicorn.
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]{1,80}:/,
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL): {4,8}\S/,
  // Go: slog and Gin.
  /^time=\S{8,40} level=/,
  /^\[GIN(?:-debug)?\] /,
  // llama-server.
  /^(?:[\d.]{6,16} [A-Z] )?(?:srv|slot|que|main|common|llama_\w{2,30}) {1,14}[a-z_]{2,30}: /,
  // LM Studio, Rust and others: `[2026-04-29T02:41:45Z INFO  http::server] …`, `[ERROR] …`.
  /^\[(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\][ \t]/,
  // docker compose: `pentagi  | …`.
  /^[\w.-]{2,40}[-_]\d{1,3} {1,20}\| /,
  /^[\w.-]{2,40} {1,20}\| (?:time=|\d{4}-\d\d-\d\d|\[|INFO|ERROR|WARN|DEBUG|Traceback)/,
  // LiteLLM, whose lines are coloured.
  /^\d\d:\d\d:\d\d - LiteLLM/,
];

/** A time at the beginning of a line. A reply may begin with one as well, so what follows it counts. */
const TIMED = /^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2})?\d\d:\d\d(?::\d\d)?/;
const LOGGED =
  /^(?:[.,]\d{1,9}|Z\b|[+-]\d\d:?\d\d\b)|^[^\n]{0,60}\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|LiteLLM)\b|^(?: [\w-]{1,40}){0,3}\] /;

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
];

/** Messages that engines write when they cannot read a reply: alone they are an error as well. */
const engineMessages =
  /^(?:(?:error|[\w ]{2,30}):? ?)?(?:error parsing tool call: raw='|Failed to parse input at pos \d|The model produced output that does not match the expected |Failed to parse tool call|Could not parse LLM output: |JSON parsing failed: Text: |Invalid input for tool \S{1,80}: )/i;

/** What the text around an error says on its first line: `Error: `, `500: `. A reply may begin like this too. */
const vagueHeads = /^(?:error|exception|failed|fatal|warning)\b/i;

const STACK = /^\s{2,8}(?:at .{1,300}:\d{1,7}(?::\d{1,7})?\)?|File "[^"\n]{1,300}", line \d)/m;

/** How much is looked at before a text is called no log. */
const HEAD = 64 * 1024;

/**
 * Whether a text is a log, a traceback or the message of an error. Its first line decides: a reply that quotes a log begins
 * with words of its own, or with a fence.
 */
export function isLogText(text: string): boolean {
  const head = text.slice(0, HEAD);
  const first = /^\s*/.exec(head)?.[0].length ?? 0;
  const start = head.lastIndexOf('\n', first) + 1;
  const line = withoutColours(head.slice(start, start + 600)).split('\n', 1)[0] ?? '';
  const plain = line.trimStart();
  if (isLogHead(plain)) return true;
  if (errorHeads.some((pattern) => pattern.test(line) || pattern.test(plain))) return true;
  if (engineMessages.test(plain)) return true;
  return vagueHeads.test(plain) && (STACK.test(head) || engineMessages.test(plain.replace(/^[^:\n]{0,80}: /, '')));
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
