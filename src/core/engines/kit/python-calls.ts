import type { Span } from '../../text/document/index.ts';
import {
  parseModule,
  type PythonCall,
  PythonDict,
  pythonDumps,
  type PythonSyntax,
  type PythonValue,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EditedText } from './edited-text.ts';

// What the parsers of Python calls in vLLM and SGLang share: `ast.parse`, then the value of the first statement.

export const pythonSyntaxWords = {
  'python-syntax': '`ast.parse` raises SyntaxError: this is not valid Python',
  'python-string': '`ast.parse` raises SyntaxError: this string does not end on its line',
  'python-open': '`ast.parse` raises SyntaxError: this bracket is never closed',
  'python-indent': '`ast.parse` raises IndentationError: the code starts with white space',
  'no-statement': 'There is no statement',
  'later-statement': 'The parser reads only the first statement and drops the rest.',
  'not-a-list': 'The first statement is not a list',
  'item-not-call': 'This item of the list is not a call',
} as const;

export type PythonSyntaxCode = keyof typeof pythonSyntaxWords;

export const pythonLiteralWords = {
  'keyword-argument': 'A keyword argument',
  'json-word': 'Python parses this word as a name. The parser reads it as the JSON value',
  'name-not-simple': 'The tool name must be a name, with or without dots: the parser rejects this one',
  'value-refused': 'This is no value that the parser reads',
  'negative-refused': 'Python parses a negative number as an operation, not as a constant: the parser rejects it',
  'key-refused': 'The keys of a dict must be constants: the parser rejects this one',
  'unpacking-refused': 'The parser rejects `**` inside a dict',
  'no-json': 'JSON cannot represent one of these values: `json.dumps` raises TypeError',
  'positional-dropped': 'This argument has no name: the parser drops it.',
  'double-star': 'The parser puts the value after `**` under the key `"null"`.',
  'keyword-again': 'This argument is repeated: the last value counts.',
} as const;

type PythonLiteralCode = keyof typeof pythonLiteralWords;

/** `getattr(ast.parse(text).body[0], "value", None)`; null if the statement has no value, or if there is no statement. */
export type FirstValue =
  | { readonly ok: true; readonly value: PythonSyntax | null; readonly next: PythonSyntax | null }
  | { readonly ok: false; readonly code: PythonSyntaxCode; readonly at: number };

export function firstValue(text: string): FirstValue {
  const module = parseModule(text);
  if (!module.ok) {
    return { ok: false, at: module.at, code: codeOf(module.message) };
  }
  const [first, next = null] = module.statements;
  if (first === undefined) return { ok: false, at: 0, code: 'no-statement' };
  const isOther = first.kind === 'assign' || first.kind === 'other';
  return { ok: true, value: isOther ? (first.value ?? null) : first, next };
}

function codeOf(message: string): PythonSyntaxCode {
  if (message.startsWith('unterminated string literal')) return 'python-string';
  if (message.endsWith('was never closed')) return 'python-open';
  return message === 'unexpected indent' ? 'python-indent' : 'python-syntax';
}

/** The value of a keyword argument, or why there is none. */
type Literal =
  | { readonly ok: true; readonly value: PythonValue }
  | { readonly ok: false; readonly code: PythonLiteralCode; readonly at: Span };

/** The words of JSON that a reader of Python may take as values. */
export const jsonWords: ReadonlyMap<string, boolean | null> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Reads constants, lists and dicts. Brackets nest at most 200 deep: there Python's parser gives up. */
function literalValue(syntax: PythonSyntax, rules: ValueRules): Literal {
  switch (syntax.kind) {
    case 'constant':
      return { ok: true, value: syntax.value };
    case 'list':
    case 'tuple':
    case 'set': {
      if (syntax.kind !== 'list' && rules.moreLiterals !== true) return refused(syntax);
      const values: PythonValue[] = [];
      for (const item of syntax.items) {
        const literal = literalValue(item, rules);
        if (!literal.ok) return literal;
        values.push(literal.value);
      }
      return { ok: true, value: values };
    }
    case 'dict': {
      const dict = new PythonDict();
      for (const { key, value } of syntax.entries) {
        if (key === null) return { ok: false, code: 'unpacking-refused', at: value };
        if (key.kind !== 'constant') return { ok: false, code: 'key-refused', at: key };
        const literal = literalValue(value, rules);
        if (!literal.ok) return literal;
        dict.set(key.value, literal.value);
      }
      return { ok: true, value: dict };
    }
    default: {
      const word = syntax.kind === 'name' && rules.jsonWords ? jsonWords.get(syntax.name) : undefined;
      if (word !== undefined) return { ok: true, value: word };
      if (rules.moreLiterals !== true) return refused(syntax);
      const value = syntax.kind === 'fstring' ? syntax.value : signedNumber(syntax);
      return value === null ? refused(syntax) : { ok: true, value };
    }
  }
}

function refused(syntax: PythonSyntax): Literal {
  const isNegative = syntax.kind === 'unary' && syntax.op === '-' && syntax.operand.kind === 'constant';
  return { ok: false, code: isNegative ? 'negative-refused' : 'value-refused', at: syntax };
}

/** A number with any number of signs; null for anything else, `-True` included. */
function signedNumber(syntax: PythonSyntax): bigint | number | null {
  let isNegative = false;
  let inner = syntax;
  for (; inner.kind === 'unary' && (inner.op === '-' || inner.op === '+'); inner = inner.operand)
    if (inner.op === '-') isNegative = !isNegative;
  if (inner.kind !== 'constant' || (typeof inner.value !== 'bigint' && typeof inner.value !== 'number')) return null;
  return isNegative ? -inner.value : inner.value;
}

export interface ReadCall {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly argumentsText: string;
  readonly argumentsSpan: Span | null;
}

/** The keyword arguments of a call as JSON. A refused value ends the whole reading. */
export function argumentsOf(call: PythonCall, rules: ValueRules): Literal & { readonly text?: string } {
  const dict = new PythonDict();
  for (const { name, value } of call.keywords) {
    const literal = literalValue(value, rules);
    if (!literal.ok) return literal;
    dict.set(name === null ? null : (rules.keyOf?.(name) ?? name), literal.value);
  }
  const text = pythonDumps(dict);
  return text === null ? { ok: false, code: 'no-json', at: call } : { ok: true, value: dict, text };
}

/** What a parser takes for a value beyond constants, lists and dicts. */
export interface ValueRules {
  /** `null`, `true` and `false`. */
  readonly jsonWords: boolean;
  /** Numbers with signs, tuples and sets as lists, and f-strings without fields. */
  readonly moreLiterals?: boolean;
  /** The key of an argument, where that is not its name. */
  readonly keyOf?: (name: string) => string;
}

/** What a parser takes beyond that and plain names. */
export interface CallRules extends ValueRules {
  /** Names like `a.b`. */
  readonly dottedNames: boolean;
}

/** The name of a call: a plain one, or also one with dots between plain ones. Null for whatever else Python can call. */
export function calledName(func: PythonSyntax, { dottedNames }: Pick<CallRules, 'dottedNames'>): string | null {
  const parts: string[] = [];
  let node = func;
  for (; node.kind === 'attribute' && dottedNames; node = node.object) parts.push(node.name);
  return node.kind === 'name' ? [...parts, node.name].toReversed().join('.') : null;
}

/** Reads a call with its parts; null if a value is refused. */
export function readCall(
  call: PythonCall,
  source: EditedText,
  rules: CallRules,
  steps: Recorder<PythonLiteralCode>,
): ReadCall | null {
  const { func, args, keywords } = call;
  const name = calledName(func, rules);
  if (name === null) {
    reject('name-not-simple', func, source, steps);
    return null;
  }
  const nameSpan = source.inOriginal(func);
  steps.read('name', nameSpan);
  for (const argument of args) steps.quirk('positional-dropped', source.inOriginal(argument));
  const seen = new Set<string | null>();
  for (const keyword of keywords) {
    const place = source.inOriginal(keyword);
    if (keyword.name === null) steps.quirk('double-star', place);
    else steps.read('keyword-argument', place);
    if (seen.has(keyword.name)) steps.quirk('keyword-again', place);
    seen.add(keyword.name);
    if (rules.jsonWords && keyword.value.kind === 'name' && jsonWords.has(keyword.value.name))
      steps.read('json-word', source.inOriginal(keyword.value));
  }
  const read = argumentsOf(call, rules);
  if (!read.ok) {
    reject(read.code, read.at, source, steps);
    return null;
  }
  if (keywords.length === 0) steps.read('no-arguments', source.inOriginal(call));
  const [first] = keywords;
  const last = keywords.at(-1);
  const argumentsSpan =
    first === undefined || last === undefined ? null : source.inOriginal({ from: first.from, to: last.to });
  return {
    span: source.inOriginal(call),
    name,
    nameSpan,
    argumentsText: read.text ?? '{}',
    argumentsSpan,
  };
}

export function reject<Code extends string>(code: Code, at: Span, source: EditedText, steps: Recorder<Code>): void {
  const place = source.inOriginal(at);
  steps.reject(code, place, place.from);
}
