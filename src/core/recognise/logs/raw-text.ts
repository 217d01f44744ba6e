import type { PackedRecording } from '../../log/index.ts';
import { endOfLine, type Span } from '../../text/document/index.ts';
import { decodeText } from '../../text/languages/index.ts';
import { isLogLine } from './log-text.ts';
import { Finder, occurrences } from './markers.ts';
import { isApostrophe } from '../printed/index.ts';
import type { QuotedPart } from '../recognised.ts';

/** What the model wrote, as somebody reported it. */
export interface RawText {
  readonly text: string;
  /** Where it is; null where it is not there as it is. */
  readonly span: Span | null;
  /** What was read for it begins and ends here. */
  readonly at: number;
  readonly end: number;
  /** Absent where it is all that the model wrote. */
  readonly part?: QuotedPart;
  /** Whether the log has it with the id of its request: one with the same text is another reply. */
  readonly isNamed?: boolean;
  /** Where its pieces end; absent where it is there in one. */
  readonly recording?: PackedRecording;
}

export interface RawTextOptions {
  /** Whether the text is a message and nothing else, so that it ends where the text of the model ends. */
  readonly isMessage?: boolean;
  /** Spans of values: what is said inside of them is left to those who read values. Sorted, without overlap. */
  readonly within?: readonly Span[];
  /** Whether a reply with an id is one also where it is empty. */
  readonly keepsEmpty?: boolean;
}

/** How the text is written after its opener. */
type Quoting =
  /** As it is, up to the first of these that there is, or else up to the next line of the log. */
  | readonly string[]
  /** In quotes, with escapes, as Python, Go and JSON print a string. */
  | 'quoted'
  /** In quotes where there are some, else as it is. */
  | 'either'
  /** A piece on each line of the log that follows. */
  | 'lines';

interface Cut {
  readonly opener: string;
  readonly quoting: Quoting;
  /** What must be on the line before the opener; the first group is the id of the reply, or says whose piece it is. */
  readonly before?: RegExp;
  /** What ends the text where nothing of `quoting` does. */
  readonly closer?: string;
  /** What is between the opener and the text. */
  readonly skip?: RegExp;
  readonly part?: QuotedPart;
  /** It is a piece of a stream, which may be a line end: of the reply whose id is before it, or of what came before. */
  readonly piece?: 'of-reply' | 'of-stream';
}

/** What the AI SDK writes after a text. */
const TEXT_ENDS = ['.\nError message:', '\nError message:', '.\n  Error message:', '.\n    Error message:'];

const UNREADABLE = /msg="[^"\n]{0,80}(?:pars\w{0,5} fail|fail\w{0,4} (?:to )?pars|tool call|harmony)[^"\n]{0,80}"/i;

/**
 * THE list of the places where engines and libraries write what the model wrote, with their own words around it. Sources:
 * Ollama `harmony/harmonyparser.go`, `server/routes.go` and `model/parsers`, llama.cpp `common/chat.cpp` and `tools/server`,
 * vLLM `entrypoints/logger.py`, SGLang `function_call/`, LangChain `output_parsers`, the errors of the AI SDK, the server log
 * of LM Studio.
 */
const cuts: readonly Cut[] = [
  { opener: "raw='", quoting: ["', err=", "' err="], before: /error parsing tool call/, part: 'arguments' },
  { opener: 'Failed to parse input at pos ', quoting: [], skip: /^\d{1,12}: / },
  // Later releases name the parser: `unparsed peg-native output: …`.
  { opener: 'unparsed peg-', quoting: [], skip: /^[a-z_]{2,30} output:(?: |\n)?/ },
  { opener: 'Parsing chat message: ', quoting: [] },
  { opener: ' with format ', quoting: [], before: /(?:^|\s)Parsing (?:PEG )?input$/, skip: /^[\w .-]{2,30}:[ \n]/ },
  // KoboldCpp, and LocalAI.
  { opener: ', Total:', quoting: [], before: /CtxLimit:/, skip: /^[\d.]{1,9}s[^\n]{0,24}\n{1,2}Output: ?/ },
  { opener: ' LLM result: ', quoting: [] },
  // The console of smolagents.
  { opener: ' Executing parsed code: ', quoting: ['\n ───', '\n───'], skip: /^─{8,280} *\n/ },
  { opener: 'Model Output:', quoting: [], skip: /^ {0,3}/ },
  {
    opener: ' output: ',
    quoting: 'quoted',
    before: /(?:Generated response (\S{1,200}) |^)\(streaming delta\):$/,
    piece: 'of-reply',
  },
  { opener: ' output: ', quoting: 'quoted', before: /Generated response (\S{1,200})(?: \(streaming complete\))?:$/ },
  { opener: ' content=', quoting: 'quoted', before: /msg="builtin parser (input)"/, piece: 'of-stream' },
  // What is between its tokens.
  { opener: ' content=', quoting: 'quoted', before: /msg="gemma4 tool call parsing failed"/, part: 'call' },
  { opener: ' content=', quoting: 'quoted', before: UNREADABLE },
  { opener: ' raw=', quoting: 'quoted', before: UNREADABLE },
  {
    opener: 'Could not parse LLM output: ',
    quoting: ['`\nFor troubleshooting', '\nFor troubleshooting'],
    skip: /^`?/,
    closer: '`',
  },
  { opener: 'Invalid json output: ', quoting: ['\nFor troubleshooting'] },
  // DSPy.
  { opener: 'LM Response: ', quoting: ['\n\nExpected to find', '\nExpected to find'] },
  // LangChain.js.
  { opener: 'Failed to parse. Text: "', quoting: ['". Error: '] },
  { opener: 'JSON parsing failed: Text: ', quoting: TEXT_ENDS, before: /for tool \S{1,80}: $/, part: 'arguments' },
  { opener: 'JSON parsing failed: Text: ', quoting: TEXT_ENDS },
  {
    opener: ' arguments:\n\n',
    quoting: ['\n\nare not valid JSON'],
    before: /Function \S{1,80}$/,
    part: 'arguments',
  },
  { opener: 'Failed to parse JSON part: ', quoting: [', JSON parse error: '], part: 'call' },
  { opener: 'JSON blob was: ', quoting: [', decoding failed on that specific part'] },
  { opener: ' tool call output: ', quoting: ['\n Error: ', ' Error: '], before: /Can't parse (?:single )?\w{2,20}$/ },
  { opener: 'input_value=', quoting: 'quoted', before: /json_invalid/ },
  { opener: 'model_output=', quoting: 'quoted' },
  // mlx_lm.server with `--log-level DEBUG`.
  { opener: ' - DEBUG - Starting completion:\n', quoting: 'lines' },
  { opener: ' delta_text: ', quoting: [], before: /\[(\w{2,40}_tool_parser)\.py:\d{1,6}\]$/, piece: 'of-stream' },
  ...['output', 'response', 'reply', 'completion'].flatMap((what) =>
    ['raw ', 'Raw ', 'raw_', 'model ', 'Model ', 'LLM ', 'Raw model ', 'raw model '].flatMap((whose) =>
      [': ', '='].map((sign): Cut => ({ opener: `${whose}${what}${sign}`, quoting: 'either' })),
    ),
  ),
  // The examples of vLLM print what came of a prompt so.
  { opener: 'Generated text: ', quoting: 'either' },
  ...['Failed to parse tool call from: ', 'could not parse tool call: ', 'Could not parse tool call: '].map(
    (opener): Cut => ({ opener, quoting: 'either' }),
  ),
];

const openers = [...new Set(cuts.map(({ opener }) => opener))];

/** How much after an opener may be no part of the text. */
const SKIPPED = 300;

/** No key is empty. */
const TORN = '';

/** How much of a line before an opener is looked at. */
const LINE_HEAD = 600;

interface Told extends RawText {
  /** The id of the reply, or whose piece it is; null where nothing says so. */
  readonly key: string | null;
  readonly isWhole: boolean;
  /** Of its pieces. It grows with them. */
  readonly lengths: number[];
}

/** What was told so far. */
class Telling {
  readonly told: Told[] = [];
  /** Where the last text of each reply is: a server writes those of several requests in turns. */
  readonly #places = new Map<string, number>();

  add(piece: Piece, at: number, key: string | null, kind: Cut['piece']): void {
    const place = (key === null ? undefined : this.#places.get(key)) ?? this.told.length - 1;
    const last = this.told[place];
    const isOwn = last?.key === key || last?.key === TORN;
    const isOther = !isOwn && (kind === 'of-reply' || (key !== null && this.#places.has(last?.key ?? TORN)));
    if (last === undefined || isOther) this.#push(piece, at, key, kind);
    else if (kind !== undefined && key !== null && isOwn) {
      this.told[place] = { ...last, text: last.text + piece.text, span: null, end: piece.end, key };
      last.lengths.push(piece.text.length);
    } else if (piece.text === last.text || (!isAnswer(last, key) && piece.text.startsWith(last.text))) {
      // What is told twice is a part of a reply where one of both says so.
      const part = piece.text === last.text ? (last.part ?? piece.part) : piece.part;
      const isWhole = kind === undefined;
      const lengths = piece.text === last.text ? last.lengths : (piece.lengths ?? []);
      this.told[place] = { ...piece, at: last.at, key, isWhole, lengths, ...(part === undefined ? {} : { part }) };
    } else if (isAnswer(last, key) || !last.text.startsWith(piece.text)) this.#push(piece, at, key, kind);
    if (this.told[place]?.key === key) this.#learn(key, kind, place);
  }

  /** All of them, but those that are empty and that nobody wants so. */
  all(keepsEmpty: boolean): RawText[] {
    return this.told
      .map((one) => ({ ...one, ...recorded(one), isNamed: one.key !== null && this.#places.has(one.key) }))
      .filter(({ text, key }) => text !== '' || (keepsEmpty && key !== null));
  }

  #push(piece: Piece, at: number, key: string | null, kind: Cut['piece']): void {
    const lengths = piece.lengths ?? [piece.text.length];
    this.#learn(key, kind, this.told.push({ ...piece, at, key, isWhole: kind === undefined, lengths }) - 1);
  }

  #learn(key: string | null, kind: Cut['piece'], place: number): void {
    if (key !== null && key !== TORN && kind !== 'of-stream') this.#places.set(key, place);
  }
}

function recorded({ lengths }: Told): Pick<RawText, 'recording'> {
  const filled = lengths.filter((length) => length > 0);
  return filled.length < 2 ? {} : { recording: { lengths: filled.slice(0, -1), gaps: [] } };
}

/** Whether a text is a whole answer to the same request: one may ask for several. */
function isAnswer({ key, isWhole }: Told, of: string | null): boolean {
  return key !== null && key === of && isWhole;
}

/**
 * What the model wrote, cut out of a log or the message of an error, in order. What is told twice, or a piece at a time, is
 * there once.
 */
export function rawTexts(
  text: string,
  { isMessage = false, within = [], keepsEmpty = false }: RawTextOptions,
): RawText[] {
  const telling = new Telling();
  const finder = new Finder(text);
  /** Quotes that nothing closes any more. */
  const unclosed = new Set<string>();
  let read = 0;
  let passed = 0;
  for (const { at, marker } of occurrences(text, openers)) {
    while ((within[passed]?.to ?? Infinity) <= at) passed += 1;
    if (at < read || (within[passed]?.from ?? Infinity) < at) continue;
    const from = at + marker.length;
    const before = text.slice(Math.max(0, at - LINE_HEAD), at);
    const head = before.slice(before.lastIndexOf('\n') + 1);
    const cut = cuts.find((one) => one.opener === marker && (one.before === undefined || one.before.test(head)));
    if (cut === undefined) continue;
    const skipped = cut.skip?.exec(text.slice(from, from + SKIPPED)) ?? null;
    if (cut.skip !== undefined && skipped === null) continue;
    const begin = from + (skipped?.[0].length ?? 0);
    const inQuotes = cut.quoting === 'quoted' || cut.quoting === 'either' ? quoted(text, begin, unclosed) : null;
    const shown =
      cut.quoting === 'quoted'
        ? inQuotes
        : cut.quoting === 'lines'
          ? onLines(text, begin)
          : (inQuotes ?? plain(text, begin, cut, finder, isMessage));
    if (shown === null) continue;
    const isNested = text.charAt(at - 2) === '\\';
    const cutOut = inQuotes === null && text.charAt(at - 1) === '"' ? ofString(shown, isNested, cut) : shown;
    const piece = cut.part === undefined ? cutOut : { ...cutOut, part: cut.part };
    read = piece.end;
    // Who copies from the middle of a line has the first piece without its key.
    const isTorn = telling.told.length === 0 && head.startsWith('(streaming ');
    const key = cut.before?.exec(head)?.[1] ?? (isTorn ? TORN : null);
    telling.add(piece, at, key, cut.piece);
  }
  return telling.all(keepsEmpty);
}

type Piece = Omit<RawText, 'at'> & { readonly lengths?: number[] };

/** What is in quotes with the words before it, up to the end of that string: without its escapes. A string may be in another. */
function ofString(piece: Piece, isNested: boolean, { closer = '' }: Cut): Piece {
  const body = (isNested ? /^(?:[^"\\]|\\[^"])*/ : /^(?:[^"\\]|\\[^])*/).exec(piece.text)?.[0] ?? '';
  const once = /\\["n\\]/.test(body) ? decodeText(body.replace(/\\$/, ''), false) : null;
  const decoded = isNested && once?.ok === true ? decodeText(once.value, false) : once;
  if (decoded?.ok !== true) return piece;
  const isClosed = isNested && closer !== '' && decoded.value.endsWith(closer);
  const text = isClosed ? decoded.value.slice(0, -closer.length) : decoded.value;
  return { text, span: null, end: piece.end };
}

function plain(text: string, from: number, cut: Cut, finder: Finder, isMessage: boolean): Piece {
  for (const marker of typeof cut.quoting === 'string' ? [] : cut.quoting) {
    const to = finder.find(marker, from);
    if (to >= 0) return { text: text.slice(from, to), span: { from, to }, end: to };
  }
  const end = isMessage ? text.length : endOfEntry(text, from, cut.piece !== undefined);
  const { closer } = cut;
  const to =
    closer !== undefined && end > from && text.startsWith(closer, end - closer.length) ? end - closer.length : end;
  return { text: text.slice(from, to), span: { from, to }, end };
}

/** What comes after the message of an error in a log that is no line of the log. */
const AFTER = /^(?:\s{2,8}at \S|\s{2,8}File "|Traceback |During handling of|The above exception|\}?\s{0,3}$)/;

/** The begin or the end of a block of code. */
const FENCE = /^ {0,3}```/;

/** Where the entry of a log ends that goes on at `from`: before the next line of the log, and where its block of code ends. */
function endOfEntry(text: string, from: number, isPiece: boolean): number {
  const before = text.slice(Math.max(0, from - LINE_HEAD), from).split('\n');
  const isFenced = before.length > 1 && FENCE.test(before.at(-2) ?? '');
  let end = from;
  /** Brackets that what is quoted has opened: it closes them itself. */
  let open = 0;
  for (let at = from; at < text.length;) {
    const to = endOfLine(text, at);
    const line = text.slice(at, Math.min(to, at + 400));
    const isBlank = line.trim() === '';
    const isAfter = isLogLine(line) || (AFTER.test(line) && !(open > 0 && line.trim() === '}'));
    if (at > from && !isBlank && (isAfter || (isFenced && line.trimEnd() === '```'))) break;
    const whole = text.slice(at, to);
    open += whole.split('{').length - whole.split('}').length;
    if (!isBlank || at === from || isPiece) end = to;
    at = to + 1;
  }
  return end;
}

/** What precedes a piece on its line. */
const DEBUG_HEAD = /^\d{4}-\d\d-\d\d [\d:]{8},\d{3} - DEBUG - /;
const LONGEST_HEAD = 40;
/** The line of a request, or the end of a block of code. */
const AFTER_PIECES = /^(?:\d{1,3}(?:\.\d{1,3}){3} - - \[|```)/;

/** The pieces on the lines of a log, joined; a line without a head is a line of the piece before it. Null for none. */
function onLines(text: string, from: number): Piece | null {
  const pieces: string[] = [];
  let end = from;
  for (let at = from; at < text.length;) {
    const to = endOfLine(text, at);
    const head = DEBUG_HEAD.exec(text.slice(at, at + LONGEST_HEAD))?.[0];
    const line = text.slice(at, Math.min(to, at + SKIPPED));
    if (head === undefined && (isLogLine(line) || AFTER_PIECES.test(line))) break;
    pieces.push(head === undefined ? `\n${text.slice(at, to)}` : text.slice(at + head.length, to));
    end = to;
    at = to + 1;
  }
  const lengths = pieces.map(({ length }) => length);
  return pieces.length === 0 ? null : { text: pieces.join('').trimEnd(), span: null, end, lengths };
}

/** A literal in quotes. */
function quoted(text: string, from: number, unclosed: Set<string>): Piece | null {
  const quote = text.charAt(from);
  if ((quote !== "'" && quote !== '"') || unclosed.has(quote)) return null;
  let at = from + 1;
  while (at < text.length && (text.charAt(at) !== quote || isApostrophe(text, at)))
    at += text.charAt(at) === '\\' ? 2 : 1;
  if (at >= text.length) {
    unclosed.add(quote);
    return null;
  }
  const body = text.slice(from + 1, at);
  const decoded = decodeText(body, false);
  const wrote = decoded.ok ? decoded.value : body;
  return { text: wrote, span: wrote === body ? { from: from + 1, to: at } : null, end: at + 1 };
}
