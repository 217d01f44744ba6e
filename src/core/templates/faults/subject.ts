import type { Span } from '../../text/document/index.ts';
import { isObject, type JsonObject, type JsonPath, type JsonValue, own } from '../../text/json/index.ts';
import {
  conversationKinds,
  conversationOf,
  type Conversation,
  type ConversationKind,
  type ConversationShape,
} from '../conversations.ts';
import {
  type Allowance,
  type ForNode,
  type ParsedTemplate,
  type Piece,
  render,
  type Rendering,
  type TemplateContext,
  type TemplateSpan,
  type TemplateWarning,
  type ValueOrigin,
} from '../../jinja/index.ts';
import type { CaseKind, FaultOptions } from './prompt-fault.ts';
import type { SearchAllowance } from './search-allowance.ts';
import { constantText, expressionsOf, keyOf, statementsOf, type Placed, type PlacedExpression } from './walk.ts';

/** A template is rendered some dozens of times to look for faults, so one that runs for long is given up early. */
const allowance: Allowance = { steps: 400_000, characters: 4_000_000, depth: 150 };

/** A conversation, and what the template makes of it. */
export interface Rendered {
  readonly conversation: ConversationKind | CaseKind;
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
  readonly rendering: Rendering;
  /** The pieces of each variable, and of each item of it: `messages`, `messages 2`. */
  readonly values: ReadonlyMap<string, readonly ValuePiece[]>;
}

/** A piece of a prompt that came from a value. */
export interface ValuePiece extends Piece {
  readonly origin: ValueOrigin;
}

/** The template that the rules look at: its parts and its renderings. Each rendering is made once, when a rule asks for it. */
export class Subject {
  readonly template: ParsedTemplate;
  readonly options: FaultOptions;
  /** What all four conversations have in common; without a system message where the template refuses one. */
  readonly shape: ConversationShape;
  readonly statements: readonly Placed[];
  readonly expressions: readonly PlacedExpression[];
  readonly #made = new Map<string, Rendered>();
  readonly #search: SearchAllowance;

  constructor(template: ParsedTemplate, options: FaultOptions, search: SearchAllowance) {
    this.template = template;
    this.options = options;
    this.#search = search;
    this.statements = statementsOf(template.body);
    this.expressions = expressionsOf(this.statements);
    const refusesSystem = this.#fails({}) && !this.#fails({ system: false });
    this.shape = refusesSystem ? { system: false } : {};
  }

  /** The four conversations. */
  get all(): readonly Rendered[] {
    return conversationKinds.map((kind) => this.rendered(kind));
  }

  /** The conversations that render: of the four, and of the case's own. */
  get whole(): readonly Rendered[] {
    return [...this.all, ...this.cases].filter(({ rendering }) => rendering.failure === null);
  }

  /** The messages of the case, without and with its reply; empty where the case has none. */
  get cases(): readonly Rendered[] {
    const { own: given, after } = this.options;
    const kinds = [['case', given] as const, ['case-after', after] as const];
    return kinds.flatMap(([kind, held]) =>
      held === undefined ? [] : [this.#once(kind, () => this.#render(kind, held.messages, held.tools, {}))],
    );
  }

  /** One of the four conversations; `variables` are added to those of the options. */
  rendered(
    kind: ConversationKind,
    shape: ConversationShape = {},
    variables: Readonly<Record<string, JsonValue>> = {},
  ): Rendered {
    const whole = { ...this.shape, ...shape };
    return this.#once(JSON.stringify([kind, whole, variables]), () => {
      const { messages, tools } = conversationOf(kind, this.options.material, whole);
      return this.#render(kind, messages, tools, variables);
    });
  }

  /** A conversation that a rule has made from one of the four. */
  changed(
    from: ConversationKind,
    name: string,
    change: (conversation: Conversation) => { readonly messages?: JsonValue; readonly tools?: JsonValue },
    variables: Readonly<Record<string, JsonValue>> = {},
  ): Rendered {
    return this.#once(JSON.stringify([from, name, variables]), () => {
      const conversation = conversationOf(from, this.options.material, this.shape);
      const { messages, tools } = { ...conversation, ...change(conversation) };
      return this.#render(from, messages, tools, variables);
    });
  }

  /** Other messages with the tools of a conversation. */
  with(
    { conversation, tools }: Rendered,
    messages: JsonObject[],
    variables: Readonly<Record<string, JsonValue>> = {},
  ): Rendered {
    return this.#render(conversation, messages, tools.length === 0 ? null : [...tools], variables);
  }

  /** Whether the template has any part for tools: what has none drops calls and results as well. */
  get knowsTools(): boolean {
    return this.expressions.some(
      ({ expression }) =>
        (expression.kind === 'name' && expression.name === 'tools') ||
        keyOf(expression) === 'tool_calls' ||
        ['tool', 'tool_calls'].includes(constantText(expression) ?? ''),
    );
  }

  /** Whether the template reads a name that it is given. */
  mentions(name: string): boolean {
    return this.expressions.some(({ expression }) => expression.kind === 'name' && expression.name === name);
  }

  /** Where the template goes through the messages; its beginning where it does not. */
  get messageLoop(): TemplateSpan {
    const loop = this.statements.find(({ statement }) => {
      if (statement.kind !== 'for') return false;
      return this.textOf(statement.iterable).includes('messages');
    });
    return this.placeOf(loop === undefined ? { from: 0, to: 0 } : (loop.statement as ForNode).iterable);
  }

  placeOf(span: Span): TemplateSpan {
    return this.template.spanOf(span);
  }

  /** The place of a range of the template as written, which steps have. */
  writtenPlace({ from, to }: Span): TemplateSpan {
    const lines = this.template.original.slice(0, from).split(/\r\n?|\n/);
    return { from, to, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }

  /** The place in the template as written of a range of its text, for an edit. */
  readonly textOf = ({ from, to }: Span): string => this.template.source.slice(from, to);

  #fails(shape: ConversationShape): boolean {
    const { messages, tools } = conversationOf('plain', this.options.material, shape);
    return this.#render('plain', messages, tools, {}).rendering.failure !== null;
  }

  #once(key: string, make: () => Rendered): Rendered {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }

  #render(
    conversation: Rendered['conversation'],
    messages: JsonValue,
    tools: JsonValue,
    added: Readonly<Record<string, JsonValue>>,
  ): Rendered {
    const { documents, variables = new Map<string, JsonValue>(), render: options } = this.options;
    const all = new Map<string, JsonValue>([
      ['bos_token', '<s>'],
      ['eos_token', '</s>'],
      ['add_generation_prompt', true],
      ...variables,
      ...Object.entries(added),
    ]);
    const context: TemplateContext = { messages, tools, documents: documents ?? null, variables: all };
    this.#search.check();
    const rendering = render(this.template, context, { ...options, allowance });
    this.#search.spend(rendering);
    const values = valuesOf(rendering.pieces);
    return { conversation, messages: objectsOf(messages), tools: objectsOf(tools), rendering, values };
  }
}

/** Warnings about missing or wrongly printed values. Values that print nothing on purpose give none. */
export function mishaps({ rendering }: Rendered): readonly TemplateWarning[] {
  return rendering.warnings.filter(
    ({ code, message }) => code !== 'undefined-looped' && !message.startsWith('the inline if-expression'),
  );
}

/** The pieces that came from a value or a part of it. */
export function piecesOf({ values }: Rendered, path: JsonPath): readonly ValuePiece[] {
  const pieces = values.get(path.slice(0, 2).join(' ')) ?? [];
  return path.length < 3 ? pieces : pieces.filter(({ origin }) => path.every((key, at) => origin.path[at] === key));
}

function valuesOf(pieces: readonly Piece[]): ReadonlyMap<string, readonly ValuePiece[]> {
  const values = new Map<string, ValuePiece[]>();
  for (const piece of pieces) {
    const { origin } = piece;
    if (origin.kind !== 'value') continue;
    const keys = [String(origin.path[0])];
    if (origin.path.length > 1) keys.push(origin.path.slice(0, 2).join(' '));
    for (const key of keys) {
      const known = values.get(key);
      if (known === undefined) values.set(key, [{ ...piece, origin }]);
      else known.push({ ...piece, origin });
    }
  }
  return values;
}

/** The range from the first piece to the last one; null where there is no piece. */
export function rangeOf(spans: readonly Span[]): Span | null {
  const [first] = spans;
  const last = spans.at(-1);
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}

/** Where the text of a value is in the prompt: from its origin, or where the same text is after the messages before it. */
export function shownAt(rendered: Rendered, path: JsonPath): Span | null {
  const texts = piecesOf(rendered, path).filter(({ origin }) => origin.part !== 'structure');
  const range = rangeOf(texts);
  if (range !== null) return range;
  const value = valueAt(rendered, path);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.length < 4) return null;
  const [variable, index] = path;
  const before = variable === 'messages' ? piecesOf(rendered, ['messages', Number(index) - 1]) : [];
  const at = rendered.rendering.prompt.indexOf(text, before.at(-1)?.to ?? 0);
  return at < 0 ? null : { from: at, to: at + text.length };
}

function valueAt({ messages, tools }: Rendered, [variable, ...path]: JsonPath): JsonValue | undefined {
  let value: JsonValue | undefined =
    variable === 'messages' ? [...messages] : variable === 'tools' ? [...tools] : undefined;
  for (const key of path) {
    if (Array.isArray(value)) value = typeof key === 'number' ? value[key] : undefined;
    else value = isObject(value) ? own(value, String(key)) : undefined;
  }
  return value;
}

function objectsOf(value: JsonValue): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : [];
}
