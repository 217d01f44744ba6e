import { applyEdit, type Edit, overlaps, type Span, within } from '../text/document/index.ts';
import type { Ending, EnterEvent, Extraction, ToolCall, TraceEvent } from '../trace/index.ts';
import { familyOf, trainedFormat } from '../catalogue/index.ts';
import {
  correctForm,
  engineOf,
  extract,
  type ExtractOptions,
  readBothWays,
  runtimeList,
  runtimeOf,
  type Safety,
  safetyOf,
  withTools,
} from '../reader/index.ts';
import { formatList, quotations, ToolIndex } from '../formats/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import { closedThoughts, liesIn, tokenPieces } from '../engines/kit/index.ts';
import { chunksOf, type Recording } from '../log/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { Literals } from './literals.ts';
import type { BrokenBy } from './broken-off.ts';
import { type Change, inOrder } from './changes.ts';
import { areAlike } from './meant/departures.ts';
import { ownRepairs } from './own-repairs.ts';
import { responseOf } from './response-of.ts';
import { triggerOf } from './trigger.ts';

/** All tried edits together may read this many UTF-16 units: enough for any reply, and a bound for a hostile one. */
const TRIED_CHARACTERS = 200_000;

/** The other parsers of an engine may read this many UTF-16 units, all of them together. */
const READ_BY_PEERS = 400_000;

/** Longer texts are not streamed after an edit. In UTF-16 units. */
const LONGEST_STREAMED = 2000;

export interface DiagnoseOptions extends ExtractOptions {
  /** How the text arrived; null or absent if nobody recorded it. */
  readonly recording?: Recording | null;
  /** The name of the model; null or absent where nobody knows it. */
  readonly model?: string | null;
  /** Whether the server says that the model ended its turn: then no token limit cut the text off. */
  readonly isStopped?: boolean;
  /** What ended the text before that, where somebody saw it; null or absent elsewhere. */
  readonly brokenBy?: BrokenBy | null;
}

/** What another parser of the engine makes of the response. */
interface PeerReading {
  readonly peer: Runtime;
  readonly calls: Extraction['calls'];
}

/** One extraction under diagnosis. What is expensive is made on first use. */
export class Subject {
  readonly extraction: Extraction;
  readonly tools: ToolIndex;
  readonly definitions: readonly ToolDefinition[];
  readonly runtime: Runtime;
  readonly options: ExtractOptions;
  readonly model: string | null;
  readonly isStopped: boolean;
  readonly #recording: Recording | null;
  #allowance = TRIED_CHARACTERS;
  /** What `rewrittenReply` found, and whether the calls stay in their own format. */
  anew: { readonly edit: Edit | null; readonly isAlike: boolean } | null = null;
  #everyFormat: Extraction | null | undefined;
  #quotations: readonly Span[] | undefined;
  #blocks: readonly BlockSpan[] | undefined;
  #survey: Survey | undefined;
  #literals: Literals | undefined;
  readonly #tried = new Map<Edit, Extraction>();
  readonly #repairsOf = new Map<string, ReadonlySet<string>>();
  /** What every edit is tried with. */
  #base: readonly Change[] = [];

  constructor(
    extraction: Extraction,
    { recording = null, model = null, isStopped = false, ...given }: DiagnoseOptions,
  ) {
    const options = withTools(given, responseOf(extraction));
    const { tools } = options;
    this.extraction = extraction;
    this.runtime = runtimeOf(options);
    this.tools = new ToolIndex(tools);
    this.definitions = tools;
    this.options = options;
    this.model = model;
    this.isStopped = isStopped;
    this.#recording = recording;
  }

  get document(): string {
    return this.extraction.document;
  }

  get parts(): Extraction['parts'] {
    return this.extraction.parts;
  }

  get trace(): readonly TraceEvent[] {
    return this.extraction.trace;
  }

  /** The steps that a rule may look at. A thousand sound calls may have none. */
  get oddSteps(): readonly TraceEvent[] {
    this.#survey ??= this.surveyOf(this.extraction);
    return this.#survey.oddSteps;
  }

  /** The `leave` steps of all blocks that were read as a call or refused as malformed, in the order of the steps. */
  get enclosing(): readonly TraceEvent[] {
    this.#survey ??= this.surveyOf(this.extraction);
    return this.#survey.enclosing;
  }

  /** The end of the text in the document; native calls follow it. */
  get textTo(): number {
    return this.parts.text?.to ?? 0;
  }

  /** The name of the runtime for use in sentences. */
  get reader(): string {
    return this.runtime.lenient ? 'Callscope' : this.runtime.label;
  }

  /** Whether the runtime is one of ours: `auto`, or one format alone. */
  get readsFormats(): boolean {
    return this.runtime.lenient && this.runtime.formats.length > 0;
  }

  /** Whether the runtime is ours and reads every format. */
  get readsEverything(): boolean {
    return this.runtime.lenient && this.runtime.formats.length === formatList.length;
  }

  /** The engine that the runtime is a parser of; null if it is none. */
  get engine(): ReturnType<typeof engineOf> {
    return engineOf(this.runtime.id);
  }

  /** The format that the model was trained on, by its name, by the reply, or by its parser; null where nothing tells it. */
  trainedOn(written: string | null): string | null {
    return trainedFormat({ model: this.model, written, parsed: this.runtime.formats });
  }

  /** What is lost if a parser reads the replies of a model that was trained on a format, tried with the calls of this reply. */
  safetyOf(runtime: Runtime, trained: string | null): Safety {
    const { text } = this.parts;
    const family = this.model === null ? null : familyOf(this.model);
    const spelling = family?.formats[0] === trained ? family.spelling : undefined;
    const reply = text === null ? '' : this.document.slice(text.from, text.to);
    const calls = this.everyFormat?.calls ?? [];
    const form = trained === null ? null : correctForm(trained, calls, reply, spelling);
    return safetyOf(runtime, form, { text: reply, tools: this.definitions, expected: null, capabilities: {} });
  }

  /** The other parsers of the engine that are asked, the newest release of each. None if the text is too long. */
  get #peers(): readonly Runtime[] {
    const { runtimes = runtimeList } = this.options;
    const { id, project } = this.runtime;
    const peers = runtimes.filter((one) => one.project === project && one.id !== id && !one.id.includes('@'));
    return peers.length * this.document.length > READ_BY_PEERS ? [] : peers;
  }

  /** Whether anybody can say what the other parsers of the engine make of this response. */
  get hasPeers(): boolean {
    return this.#peers.length > 0;
  }

  /** What the other parsers of the engine make of the response. */
  *peers(): Generator<PeerReading> {
    const { text } = this.parts;
    if (text === null) return;
    const response = { text: this.document.slice(text.from, text.to) };
    for (const peer of this.#peers)
      yield { peer, calls: extract(response, { ...this.options, runtime: peer.id }).calls };
  }

  /** The text in the chunks that were recorded, else in pieces about as long as tokens. */
  get chunks(): readonly string[] {
    const text = this.document.slice(0, this.textTo);
    return this.#recording === null ? tokenPieces(text) : chunksOf(text, this.#recording).map((chunk) => chunk.text);
  }

  /** The markers that the runtime knows, by their text. */
  get literals(): Literals {
    this.#literals ??= new Literals(this.runtime, this.tools);
    return this.#literals;
  }

  /** The text as `auto` reads it; null if the response has no text. */
  get everyFormat(): Extraction | null {
    this.#everyFormat ??= this.#readEveryFormat();
    return this.#everyFormat;
  }

  /** The quotations of Markdown: inline code, blockquotes, code blocks that hold no call. */
  get quotations(): readonly Span[] {
    this.#quotations ??= quotations(this.document, this.textTo);
    return this.#quotations;
  }

  /**
   * The same document, of which a runtime is told to read more: every edit is tried with these changes.
   *
   * @param extraction the result of the changes, in places of the document as it is
   */
  with(changes: readonly Change[], extraction: Extraction): Subject {
    const subject = new Subject(extraction, { ...this.options, model: this.model });
    subject.#base = changes;
    subject.#everyFormat = this.everyFormat;
    subject.#allowance = this.#allowance;
    return subject;
  }

  /** How a sentence begins that holds only with the changes that all edits are tried with; '' where there are none. */
  get assumed(): string {
    return this.#base.length === 0 ? '' : 'With the reasoning closed, ';
  }

  /** An edit with the changes that all edits are tried with. */
  whole(edit: Edit): Edit {
    return this.#base.length === 0 ? edit : { ...edit, changes: inOrder([...this.#base, ...edit.changes]) };
  }

  /** What the runtime makes of the response after an edit; null if too much was tried already. */
  after(asked: Edit): Extraction | null {
    const known = this.#tried.get(asked);
    if (known !== undefined) return known;
    const edit = this.whole(asked);
    this.#allowance -= this.document.length;
    if (this.#allowance < 0) return null;
    const edited = (text: string, span: Span): string => applyEdit(text, within(edit, span));
    const extraction = extract(responseOf(this.extraction, edited), this.options);
    this.#tried.set(asked, extraction);
    return extraction;
  }

  /** Whether a stream gives what was meant after an edit, as far as that can be tried. */
  streams(edit: Edit): boolean {
    const { text } = this.parts;
    const isShort = this.document.length <= LONGEST_STREAMED;
    this.#allowance -= this.document.length;
    if (text === null || this.runtime.stream === undefined || !isShort || this.#allowance < 0) return true;
    const edited = applyEdit(this.document.slice(text.from, text.to), within(this.whole(edit), text));
    const { streamed } = readBothWays(tokenPieces(edited), this.options);
    return areAlike(this.everyFormat?.calls ?? [], streamed.calls);
  }

  /** Whether the runtime finds more calls after an edit. */
  brings(edit: Edit): boolean {
    return (this.after(edit)?.calls.length ?? 0) > this.extraction.calls.length;
  }

  /** Whether an edit brings the calls that our own reader finds, where it finds any. */
  bringsMeant(edit: Edit): boolean {
    const meant = this.everyFormat?.calls ?? [];
    return meant.length === 0 || areAlike(meant, this.after(edit)?.calls ?? []);
  }

  /** Whether the runtime finds more calls after an edit, or as many with fewer steps of this code. */
  helps(edit: Edit, step: string): boolean {
    const after = this.after(edit);
    if (after === null) return false;
    const before = this.extraction;
    if (after.calls.length !== before.calls.length) return after.calls.length > before.calls.length;
    const steps = ({ trace }: Extraction): number => trace.filter((event) => triggerOf(event) === step).length;
    return steps(after) < steps(before);
  }

  /**
   * The markup of a call in a part of the text, in reasoning or in a quotation: a runtime may take more for the call than it is,
   * and less.
   */
  markupIn(part: Span, call: Span): Span {
    const text = this.document.slice(part.from, part.to);
    this.#allowance -= text.length;
    const own = this.#allowance < 0 ? null : readWithAuto(text, this.definitions);
    const found = own?.calls.find(({ span }) =>
      overlaps({ from: part.from + span.from, to: part.from + span.to }, call),
    );
    const markup = own === null || found === undefined ? undefined : (blockOf(found, blocksOf(own)) ?? found.span);
    if (markup !== undefined) return { from: part.from + markup.from, to: part.from + markup.to };
    return { from: Math.max(part.from, call.from), to: Math.min(part.to, call.to) };
  }

  /** The block of markup that contains an offset. */
  blockAround(offset: number): BlockSpan | null {
    this.#blocks ??= blocksOf(this.extraction);
    return this.#blocks.find(({ from, to }) => from <= offset && offset < to) ?? null;
  }

  /** Whether an object is quoted, an item of a list, or a value in a program: then it is data, whatever its keys are. */
  isAmongData({ from, to }: Span): boolean {
    if (liesIn(this.quotations, from)) return true;
    const before = this.document.slice(Math.max(0, from - 40), from).trimEnd();
    const after = this.document.slice(to, to + 40).trimStart();
    return (
      /(?:[[=({,+'"]|["']\s*:|\n[ \t]+[\w.-]+:|\n[ \t]*(?:return|yield))$/.test(before) || /^[,\]);'"]/.test(after)
    );
  }

  /** Whether an object can be meant as a call: it ends its line, is outside of reasoning, and does not say "no call". */
  isMeantAsCall({ from, to }: Span): boolean {
    const rest = this.document.slice(to, to + 200).split('\n', 1)[0] ?? '';
    const isRefused = this.everyFormat?.suppressed.some(({ reason, span }) => {
      return ['no-call', 'in-reasoning', 'quoted'].includes(reason) && span.from <= to && from <= span.to;
    });
    return rest.trim() === '' && isRefused !== true && !liesIn(closedThoughts(this.document, this.textTo), from);
  }

  /** What `auto` makes of another text; null if too much was tried already. */
  readAlone(text: string): Extraction | null {
    this.#allowance -= text.length;
    return this.#allowance < 0 ? null : readWithAuto(text, this.definitions);
  }

  /** Collects everything that rules ask of all steps, in one walk: thousands of calls have more steps than fit the cache. */
  surveyOf({ trace }: Extraction): Survey {
    const oddSteps: TraceEvent[] = [];
    const enclosing: TraceEvent[] = [];
    // A block holds no further parts, so a `leave` ends what the last `enter` began.
    let begun: EnterEvent | null = null;
    for (const event of trace) {
      if (event.kind === 'enter') begun = event;
      else if (event.kind === 'leave') {
        // A block with another ending turned out to be no block.
        if (begun?.part === 'block' && (event.outcome === 'matched' || event.outcome === 'malformed'))
          enclosing.push(event);
        begun = null;
      } else {
        if (event.kind === 'repair' && begun !== null && this.#ownRepairs(formatIn(begun)).has(event.code)) continue;
        const trigger = triggerOf(event);
        if (trigger !== null && trigger !== 'name' && trigger !== 'arguments') oddSteps.push(event);
      }
    }
    return { oddSteps, enclosing };
  }

  #ownRepairs(format: string): ReadonlySet<string> {
    const codes = this.#repairsOf.get(format) ?? ownRepairs(format);
    this.#repairsOf.set(format, codes);
    return codes;
  }

  #readEveryFormat(): Extraction | null {
    if (this.readsEverything) return this.extraction;
    const { text } = this.parts;
    return text === null ? null : readWithAuto(this.document.slice(text.from, text.to), this.definitions);
  }
}

function readWithAuto(text: string, tools: readonly ToolDefinition[]): Extraction {
  return extract({ text }, { runtime: 'auto', tools });
}

interface Survey {
  readonly oddSteps: readonly TraceEvent[];
  readonly enclosing: readonly TraceEvent[];
}

function formatIn({ name }: EnterEvent): string {
  return name.startsWith('format:') ? name.slice('format:'.length) : '';
}

/** A block of markup, the name of its format or tier, and how it ended. */
export interface BlockSpan extends Span {
  readonly name: string;
  readonly outcome: Ending;
}

/** The blocks of an extraction in the order in which they end. */
export function blocksOf({ trace }: Extraction): BlockSpan[] {
  const open: EnterEvent[] = [];
  const blocks: BlockSpan[] = [];
  for (const event of trace) {
    if (event.kind === 'enter') open.push(event);
    else if (event.kind === 'leave') {
      const begun = open.pop();
      if (begun?.part === 'block')
        blocks.push({ from: event.from, to: event.to, name: begun.name, outcome: event.outcome });
    }
  }
  return blocks;
}

/** The block of a call; null where it has none. */
export function blockOf({ span }: Pick<ToolCall, 'span'>, blocks: readonly BlockSpan[]): BlockSpan | null {
  return blocks.find(({ from, to }) => from <= span.from && span.to <= to) ?? null;
}

/** Rules look at this many calls one by one. A fault of the later ones is also in these. */
const CALLS_LOOKED_AT = 200;

export function firstCalls({ calls }: Extraction): Extraction['calls'] {
  return calls.length <= CALLS_LOOKED_AT ? calls : calls.slice(0, CALLS_LOOKED_AT);
}
