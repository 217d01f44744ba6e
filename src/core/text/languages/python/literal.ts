import { parseExpression, type PythonSyntax } from './syntax.ts';
import {
  isHashable,
  PythonComplex,
  PythonDict,
  type PythonMember,
  type PythonNode,
  PythonSet,
  PythonTuple,
  type PythonValue,
  typeName,
} from './value.ts';

export type LiteralReading =
  | { readonly ok: true; readonly node: PythonNode }
  | { readonly ok: false; readonly at: number; readonly message: string };

/** `ast.literal_eval(text)`: constants, containers of them, signed numbers and `set()`. */
export function literalEval(text: string, from = 0, to = text.length): LiteralReading {
  let begin = from;
  while (begin < to && (text.charAt(begin) === ' ' || text.charAt(begin) === '\t')) begin += 1;
  const parsed = parseExpression(text, begin, to);
  if (!parsed.ok) return parsed;
  return literalNode(parsed.expression);
}

/** What `ast.literal_eval` makes of a syntax tree. */
function literalNode(syntax: PythonSyntax): LiteralReading {
  const failure: { at: number; message: string }[] = [];
  const node = converted(syntax, failure);
  if (node !== null) return { ok: true, node };
  return { ok: false, at: failure[0]?.at ?? syntax.from, message: failure[0]?.message ?? 'malformed node or string' };
}

/** What the TypeError says, which is no ValueError as the others are. */
function unhashable(value: PythonValue): string {
  return `unhashable type: '${typeName(value)}'`;
}

type Failures = { at: number; message: string }[];

function converted(syntax: PythonSyntax, failures: Failures): PythonNode | null {
  const { from, to } = syntax;
  switch (syntax.kind) {
    case 'constant':
      return { from, to, value: syntax.value };
    case 'list':
    case 'tuple':
    case 'set': {
      const items: PythonNode[] = [];
      for (const item of syntax.items) {
        const node = converted(item, failures);
        if (node === null) return null;
        if (syntax.kind === 'set' && !isHashable(node.value)) return failed(failures, item, unhashable(node.value));
        items.push(node);
      }
      const values = items.map(({ value }) => value);
      if (syntax.kind === 'list') return { from, to, value: values, items };
      return { from, to, value: syntax.kind === 'tuple' ? new PythonTuple(values) : new PythonSet(values), items };
    }
    case 'dict':
      return dictNode(syntax, failures);
    case 'call': {
      const { func, args, keywords } = syntax;
      const isSet = func.kind === 'name' && func.name === 'set' && args.length === 0 && keywords.length === 0;
      return isSet ? { from, to, value: new PythonSet([]), items: [] } : failed(failures, syntax);
    }
    case 'unary':
    case 'binary': {
      const value = syntax.kind === 'unary' ? signed(syntax) : complexSum(syntax);
      return value === null ? failed(failures, syntax) : { from, to, value };
    }
    default:
      return failed(failures, syntax);
  }
}

function dictNode(syntax: Extract<PythonSyntax, { kind: 'dict' }>, failures: Failures): PythonNode | null {
  const dict = new PythonDict();
  const members = new Map<string, PythonMember>();
  const pairs: { key: PythonNode; value: PythonNode }[] = [];
  for (const entry of syntax.entries) {
    if (entry.key === null) return failed(failures, entry.value);
    const key = converted(entry.key, failures);
    const value = key === null ? null : converted(entry.value, failures);
    if (key === null || value === null) return null;
    pairs.push({ key, value });
  }
  for (const { key, value } of pairs) {
    if (!isHashable(key.value)) return failed(failures, key, unhashable(key.value));
    dict.set(key.value, value.value);
    if (typeof key.value === 'string') members.set(key.value, { key: { from: key.from, to: key.to }, node: value });
  }
  return { from: syntax.from, to: syntax.to, value: dict, members };
}

function failed(failures: Failures, at: { from: number }, message = 'malformed node or string'): null {
  failures.push({ at: at.from, message });
  return null;
}

type PythonNumber = bigint | number | PythonComplex;

function asNumber(value: PythonValue): PythonNumber | null {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof PythonComplex ? value : null;
}

/** A number with at most one sign. */
function signed(syntax: PythonSyntax): PythonNumber | null {
  if (syntax.kind === 'constant') return asNumber(syntax.value);
  if (syntax.kind !== 'unary' || syntax.operand.kind !== 'constant') return null;
  const value = asNumber(syntax.operand.value);
  if (value === null || syntax.op === '+') return value;
  if (syntax.op !== '-') return null;
  return value instanceof PythonComplex ? new PythonComplex(-value.real, -value.imaginary) : -value;
}

/** `1+2j`: a real number, and an imaginary one without a sign of its own. */
function complexSum(syntax: Extract<PythonSyntax, { kind: 'binary' }>): PythonComplex | null {
  if (syntax.op !== '+' && syntax.op !== '-') return null;
  const left = signed(syntax.left);
  const right = syntax.right.kind === 'constant' ? syntax.right.value : null;
  if (left === null || left instanceof PythonComplex || !(right instanceof PythonComplex)) return null;
  const real = Number(left);
  // An int beyond the floats is an error.
  if (typeof left === 'bigint' && !Number.isFinite(real)) return null;
  return syntax.op === '+'
    ? new PythonComplex(real + right.real, right.imaginary)
    : new PythonComplex(real - right.real, 0 - right.imaginary);
}
