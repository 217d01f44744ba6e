import { tokenPieces } from '../../engines/kit/index.ts';
import type { Capabilities, RequestFacts, Runtime } from '../../engines/runtime.ts';
import { reasoningMarkers } from '../../formats/index.ts';
import { readJson } from '../../text/json/index.ts';
import { type ToolDefinition, toolsOfCalls } from '../../tools/index.ts';
import { type Extraction, meaning, type ToolCall } from '../../trace/index.ts';
import { extract, type ExtractOptions, withTools } from '../extract.ts';
import { engineOf } from '../runtimes.ts';
import { readBothWays } from '../stream/extraction-stream.ts';
import { keep, type KeptReading, partingOf, type RuntimeAnswer } from './answer.ts';

/** What was meant: a call by its name and its arguments as JSON. */
export type IntendedCall = Pick<ToolCall, 'name' | 'argumentsText'>;

/** A reply, and what is known of the request that it answers. */
export interface ReplyQuestion {
  readonly text: string;
  /** Undefined where nobody knows them: an engine is then asked with those that the reply calls, as `extract` does. */
  readonly tools: readonly ToolDefinition[] | undefined;
  /** What was meant, where somebody stated it; else what `auto` finds. */
  readonly expected: readonly IntendedCall[] | null;
  readonly capabilities: Capabilities;
  /** The flag of a reasoning parser. Every server that has one of that name runs it first; absent or empty for none. */
  readonly reasoning?: string;
  /** What else is known of the request. */
  readonly request?: RequestFacts;
}

/** What one runtime makes of a reply. */
export interface RuntimeAnswers {
  readonly runtime: string;
  readonly whole: RuntimeAnswer;
  /** In about the pieces that a tokenizer makes; null where the text is too long to be streamed through every runtime. */
  readonly streamed: RuntimeAnswer | null;
  /** No tools are known, and the calls depend on the types that were inferred for their parameters. */
  readonly needsSchema?: true;
  /** The label of the server with its reasoning parser, where one runs first. */
  readonly chain?: string;
}

/** What some runtimes make of a reply. */
export interface ReplyAnswers {
  /** How many calls were meant. */
  readonly intended: number;
  /** In the order of the picker. */
  readonly answers: readonly RuntimeAnswers[];
}

/** Longer texts are not streamed: many parsers read all of it again with every piece. In UTF-16 units. */
const LONGEST_STREAMED = 8000;

/**
 * One reply, and what each runtime makes of it. A runtime reads it when somebody first asks what it makes of it, and its answer
 * is kept: strip, list, table and ways out all ask the same.
 */
export class AskedReply {
  readonly question: ReplyQuestion;
  readonly #pieces: readonly string[] | null;
  readonly #wholes = new Map<Runtime, KeptReading>();
  readonly #streams = new Map<Runtime, KeptReading>();
  readonly #needing = new Map<Runtime, boolean>();
  #found: Extraction | null = null;
  #meant: readonly string[] | null = null;

  constructor(question: ReplyQuestion) {
    this.question = question;
    this.#pieces = question.text.length > LONGEST_STREAMED ? null : tokenPieces(question.text);
  }

  /** The same question for another text, other tools or another reasoning parser. The calls that were meant stay those of this reply. */
  with(change: Partial<Pick<ReplyQuestion, 'text' | 'tools' | 'reasoning'>>): AskedReply {
    return new AskedReply({ ...this.question, expected: this.intended, ...change });
  }

  /** How `auto` reads it. */
  get found(): Extraction {
    const { text, tools } = this.question;
    return (this.#found ??= extract({ text }, withTools({ runtime: 'auto', tools }, { text })));
  }

  /** The calls that were meant. */
  get intended(): readonly IntendedCall[] {
    return this.question.expected ?? this.found.calls;
  }

  /** The ids of the formats that `auto` finds. */
  get formats(): ReadonlySet<string> {
    return new Set([...this.found.calls, ...this.found.incomplete].map(({ format }) => format));
  }

  /** Those of the calls that `auto` leaves in the reasoning: many runtimes take them from there. */
  get formatsInReasoning(): ReadonlySet<string> {
    const { document, suppressed, ledger } = this.found;
    const first = suppressed.find(({ reason }) => reason === 'in-reasoning')?.span.from;
    if (first === undefined) return new Set();
    const around = ledger.find(({ kind, from, to }) => kind === 'reasoning' && from <= first && first < to);
    if (around === undefined) return new Set();
    const closer = reasoningMarkers.find(([, close]) => document.endsWith(close, around.to))?.[1] ?? '';
    const { calls } = extract({ text: document.slice(first, around.to - closer.length) }, { runtime: 'auto' });
    return new Set(calls.map(({ format }) => format));
  }

  /** What a runtime makes of the whole reply, and of its stream. `against`: the runtime whose answer it is compared with. */
  answers(runtime: Runtime, against: Runtime | null = null): RuntimeAnswers {
    const other = against && this.#whole(against);
    const compared = (reading: KeptReading): RuntimeAnswer =>
      other === null ? reading.answer : { ...reading.answer, partsAt: partingOf(this.question.text, reading, other) };
    const streamed = this.#streamed(runtime);
    const chain = runtime.reasoning?.with(this.question.reasoning ?? '');
    return {
      runtime: runtime.id,
      ...(chain ? { chain: chain.label } : {}),
      whole: compared(this.#whole(runtime)),
      streamed: streamed && compared(streamed),
      ...(this.#dependsOnSchema(runtime) ? { needsSchema: true as const } : {}),
    };
  }

  /** Only the answer to the whole reply. The stream takes longer to read. */
  whole(runtime: Runtime): RuntimeAnswer {
    return this.#whole(runtime).answer;
  }

  /** The options with which a runtime reads it. */
  optionsFor(runtime: Runtime): ExtractOptions {
    const {
      tools = engineOf(runtime.id) === null ? [] : this.#called,
      capabilities,
      reasoning,
      request,
    } = this.question;
    return { runtime: runtime.id, runtimes: [runtime], tools, capabilities, reasoning, request };
  }

  /** Whether the types of parameters decide what a runtime returns. Those of the reply's own calls are a guess. */
  #dependsOnSchema(runtime: Runtime): boolean {
    let depends = this.#needing.get(runtime);
    if (depends !== undefined) return depends;
    const { calls } = this.#whole(runtime);
    const isGuess = this.question.tools === undefined && engineOf(runtime.id) !== null && calls.length > 0;
    const tools = isGuess ? otherTypes([...this.found.calls, ...this.found.incomplete]) : null;
    const other = tools && extract({ text: this.question.text }, { ...this.optionsFor(runtime), tools });
    const isSame = (call: ToolCall, index: number): boolean => calls[index]?.meaning === meaning([call]);
    depends = other !== null && !(other.calls.length === calls.length && other.calls.every(isSame));
    this.#needing.set(runtime, depends);
    return depends;
  }

  get #called(): readonly ToolDefinition[] {
    return toolsOfCalls([...this.found.calls, ...this.found.incomplete]);
  }

  #whole(runtime: Runtime): KeptReading {
    let reading = this.#wholes.get(runtime);
    if (reading === undefined) {
      reading = this.#keep(extract({ text: this.question.text }, this.optionsFor(runtime)));
      this.#wholes.set(runtime, reading);
    }
    return reading;
  }

  #streamed(runtime: Runtime): KeptReading | null {
    if (this.#pieces === null) return null;
    let reading = this.#streams.get(runtime);
    if (reading === undefined) {
      const { whole, streamed } = readBothWays(this.#pieces, this.optionsFor(runtime));
      reading = this.#keep(streamed);
      this.#streams.set(runtime, reading);
      if (!this.#wholes.has(runtime)) this.#wholes.set(runtime, this.#keep(whole));
    }
    return reading;
  }

  #keep(extraction: Extraction): KeptReading {
    this.#meant ??= this.intended.map((call) => meaning([call]));
    return keep(extraction, this.#meant);
  }
}

/**
 * The tools of some calls if every text that reads as JSON is of the type that it reads as, such as 7 for "7"; null where no
 * text does, so that nothing is a guess.
 */
function otherTypes(calls: readonly IntendedCall[]): readonly ToolDefinition[] | null {
  const read = calls.map(withReadTexts);
  return read.every((call, index) => call === calls[index]) ? null : toolsOfCalls(read);
}

/** A call with what its texts hold in their place, where they hold JSON that is no string; the same call where none does. */
function withReadTexts(call: IntendedCall): IntendedCall {
  const { name, argumentsText } = call;
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return call;
  const held = ({ value }: (typeof reading.node.members)[number]): string | null => {
    if (value.kind !== 'string') return null;
    const inner = readJson(value.value);
    return inner.ok && inner.node.kind !== 'string' ? value.value : null;
  };
  const { members } = reading.node;
  if (members.every((member) => held(member) === null)) return call;
  const written = members.map((member) => {
    const { key, value } = member;
    return `${JSON.stringify(key.value)}:${held(member) ?? argumentsText.slice(value.from, value.to)}`;
  });
  return { name, argumentsText: `{${written.join(',')}}` };
}
