import { isProgress } from '../../log/index.ts';
import { endOfLine, type Span, trimmedPart } from '../../text/document/index.ts';
import { anyNumbers } from '../frame/record-head.ts';

/** What was typed in a shell or an interpreter, and what came of it. */
export interface Session {
  readonly inputs: readonly Span[];
  /** Without blank lines around them; none is empty. */
  readonly outputs: readonly Span[];
}

interface Prompt {
  /** What a line of input begins with. Bounded: it looks at the head of a line. */
  readonly begins: RegExp;
  /** What a line begins with that goes on with an input. */
  readonly goesOn?: RegExp;
  /** What an output begins with. */
  readonly answers?: RegExp;
  /** What an output ends with. */
  readonly ends?: RegExp;
  /** Whether only a line of code after the prompt is an input: others write the same before a quotation. */
  readonly isQuotation?: boolean;
}

/** THE list of prompts, of interpreters and of shells. */
const prompts: readonly Prompt[] = [
  // Python, and `ollama run`.
  { begins: /^>>> ?/, goesOn: /^\.\.\. ?/ },
  // goose, which says first what it starts with.
  { begins: /^\( ?O\)> ?/ },
  { begins: /^In \[\d{1,5}\]: /, goesOn: /^ {1,8}\.{3}: ?/, answers: /^Out\[\d{1,5}\]: ?/ },
  { begins: /^iex(?:\([^)\n]{1,60}\)\d{0,5})?> ?/, goesOn: /^\.{3}(?:\([^)\n]{1,60}\)\d{0,5})?> ?/ },
  { begins: /^irb(?:\([^)\n]{1,40}\))?(?::\d{1,4}){0,2}[>*] ?/, answers: /^=> ?/ },
  { begins: /^PS [A-Za-z]?[:\w\\/~. -]{0,160}> ?/, goesOn: /^>> ?/ },
  { begins: /^[A-Z]:\\[^\n>]{0,160}>(?=\S|\s{0,8}$)/ },
  // sqlite, MySQL and psql.
  {
    begins: /^(?:(?:sqlite|mysql|MariaDB [^\n>]{1,60})>|[\w-]{1,40}=[#>]) /,
    goesOn: /^ {0,8}(?:\.\.\.|->|[\w-]{1,40}-[#>]) ?/,
  },
  // `$ `, `me@box:~$ `, `(venv) me@box dir % `, `root@box:/# `, `➜  dir `.
  {
    begins:
      /^(?:\([\w.-]{1,40}\) )?(?:\[?[\w.-]{1,40}@[\w.-]{1,60}[^\n$#%>]{0,80}[$#%>]|\$|❯|➜ {1,2}[\w.~/-]{1,60}(?: git:\([^)\n]{1,60}\))?(?: ✗)?)(?: |$)/,
    goesOn: /^> ?/,
  },
  // Node.
  { begins: /^> /, goesOn: /^(?:\.{3}|\|) ?/, ends: /(?:\nundefined)?\s{0,8}(?:\n>\s{0,8})?$/, isQuotation: true },
];

const CODE =
  /^(?:await |const |let |var |console\.)|^[\w$]{1,60}(?:\.[\w$]{1,60}|\[[^\]\n]{1,60}\])*(?:\(|\.[\w$]{1,60}$|\]$|;?$)/;

/** A command without a prompt, as people copy it. */
const ASKING = String.raw`(?:curl|wget|https?|xh|ollama run|Invoke-RestMethod|Invoke-WebRequest|irm|iwr)(?:\.exe)? \S`;
const COMMAND = new RegExp(`^${ASKING}`);

/** A prompt of another shell: whatever ends with its sign before such a command. */
const SHELL = new RegExp(String.raw`^([^\n"'{}]{1,120}[$#%>❯»λ✗] {0,2})(?=${ASKING})`);

/** A script that sends a request: all of it is typed. */
const SCRIPT =
  /^(?:(?:const|let|var) [\w{} ,]{1,60} = )?(?:await )?fetch\(|^\$\w{1,40} = (?:@['"{]|New-Object |Invoke-|irm |iwr )/;

/** The inputs and outputs of a session; null for a text that does not begin with an input. */
export function sessionOf(text: string): Session | null {
  const goose = /^\s*(?:goose session|(?:starting|resuming) session) [\s\S]{0,2000}?\n(?=\( ?O\)> )/.exec(
    text.slice(0, 2400),
  );
  const start = goose?.[0].length ?? text.length - text.trimStart().length;
  const firstLine = text.slice(start, endOfLine(text, start));
  if (SCRIPT.test(firstLine)) return { inputs: [{ from: start, to: text.length }], outputs: [] };
  const prompt =
    prompts.find((one) => isInput(one, firstLine)) ?? shellOf(firstLine) ?? (COMMAND.test(firstLine) ? bare : null);
  if (prompt !== null) return splitBy(text, start, prompt);
  // What came of an input that was not copied.
  const answered = prompts.find(({ answers }) => answers?.test(firstLine));
  return answered === undefined ? null : splitBy(text, start, answered);
}

const bare: Prompt = { begins: COMMAND };

/** The prompt of a line that only its command shows to be one. A clock in it goes on. */
function shellOf(line: string): Prompt | null {
  const [, shown] = SHELL.exec(line.slice(0, 200)) ?? [];
  if (shown === undefined) return null;
  return { begins: new RegExp(`^${anyNumbers(shown.trimEnd())}(?: |$)`), goesOn: /^> ?/ };
}

function isInput({ begins, isQuotation = false }: Prompt, line: string): boolean {
  const found = begins.exec(line.slice(0, 400));
  if (found === null || !isQuotation) return found !== null;
  const typed = line.slice(found[0].length);
  return CODE.test(typed) || COMMAND.test(typed);
}

function splitBy(text: string, start: number, prompt: Prompt): Session {
  const inputs: Span[] = [];
  const outputs: Span[] = [];
  let output = start;
  const close = (to: number): void => {
    const answered = prompt.answers?.exec(text.slice(output, Math.min(to, output + 20)))?.[0].length ?? 0;
    const ending = prompt.ends?.exec(text.slice(Math.max(output, to - 40), to))?.[0].length ?? 0;
    const span = trimmedPart(text, { from: afterProgress(text, output + answered, to), to: to - ending });
    if (span.from < span.to) outputs.push(span);
  };
  for (let at = start; at < text.length;) {
    const line = text.slice(at, endOfLine(text, at));
    if (!isInput(prompt, line)) {
      at += line.length + 1;
      continue;
    }
    close(at);
    const typed = prompt === bare ? 0 : (prompt.begins.exec(line.slice(0, 400))?.[0].length ?? 0);
    const end = endOfInput(text, at, prompt);
    if (at + typed < end) inputs.push({ from: at + typed, to: end });
    at = end + 1;
    output = Math.min(at, text.length);
  }
  close(text.length);
  return { inputs, outputs };
}

/** Where an input ends: it goes on with a prompt of its own, after a sign at the end of a line, or while a quote is open. */
function endOfInput(text: string, from: number, { goesOn }: Prompt): number {
  let quote = '';
  let heredoc = '';
  for (let at = from; ;) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    if (heredoc === '') {
      heredoc = /<<-?\s?['"]?(\w{1,20})['"]?/.exec(line.slice(0, 2000))?.[1] ?? '';
      quote = heredoc === '' ? quoteAfter(line, quote) : '';
    } else if (line.trim() === heredoc) heredoc = '';
    const next = text.slice(end + 1, end + 40);
    const isOpen = quote !== '' || heredoc !== '' || /[\\^`]\s?$/.test(line.slice(-3)) || goesOn?.test(next) === true;
    if (end >= text.length || !isOpen) return end;
    at = end + 1;
  }
}

/** Where an output begins below what curl tells of its progress. */
function afterProgress(text: string, from: number, to: number): number {
  let at = from;
  // A table of numbers may be an answer.
  while (
    at < to &&
    (at > from ||
      text
        .slice(from, from + 200)
        .trimStart()
        .startsWith('% Total'))
  ) {
    const end = endOfLine(text, at);
    const line = text.slice(at, Math.min(end, to));
    if (line.trim() !== '' && !isProgress(line)) break;
    at = end + 1;
  }
  return Math.min(at, to);
}

/** Which quote is open after a line of a shell. */
function quoteAfter(line: string, before: string): string {
  let quote = before;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") at += 1;
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote;
}
