import { parseExpression, type PythonSyntax, type PythonValue } from '../text/languages/index.ts';

/** Under what key the JSON of `AIMessage(content='…')` has the name of the class. */
export const CLASS_KEY = 'python class';

/**
 * JSON for what Python prints: dicts, lists and objects such as `AIMessage(content='…')`, which become objects with their
 * class under `CLASS_KEY`. Null for what is no such expression.
 */
export function pythonToJson(text: string, from = 0, to = text.length): string | null {
  const parsed = parseExpression(text, from, to);
  if (!parsed.ok) return null;
  const pieces: string[] = [];
  return write(parsed.expression, pieces) ? pieces.join('') : null;
}

function write(syntax: PythonSyntax, pieces: string[]): boolean {
  switch (syntax.kind) {
    case 'constant':
      pieces.push(constantText(syntax.value));
      return true;
    case 'list':
    case 'tuple':
    case 'set':
      return writeList(syntax.items, pieces);
    case 'dict':
      return writeMembers(
        syntax.entries.map(({ key, value }) => [key === null ? null : keyText(key), value] as const),
        [],
        pieces,
      );
    case 'call': {
      const { func, args, keywords } = syntax;
      const name = nameOf(func);
      if (name === null) return false;
      const given = keywords.map(({ name: key, value }) => [key, value] as const);
      const positional = args.map((value, index) => [`${index}`, value] as const);
      return writeMembers([...positional, ...given], [`${JSON.stringify(CLASS_KEY)}:${JSON.stringify(name)}`], pieces);
    }
    case 'name':
    case 'attribute': {
      const name = nameOf(syntax);
      pieces.push(JSON.stringify(name));
      return name !== null;
    }
    case 'unary': {
      if (syntax.op !== '-' || syntax.operand.kind !== 'constant') return false;
      pieces.push('-');
      return write(syntax.operand, pieces);
    }
    default:
      return false;
  }
}

function writeList(items: readonly PythonSyntax[], pieces: string[]): boolean {
  pieces.push('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) pieces.push(',');
    if (!write(item, pieces)) return false;
  }
  pieces.push(']');
  return true;
}

function writeMembers(
  members: readonly (readonly [string | null, PythonSyntax])[],
  first: readonly string[],
  pieces: string[],
): boolean {
  pieces.push('{', ...first);
  for (const [index, [key, value]] of members.entries()) {
    if (key === null) return false;
    if (index > 0 || first.length > 0) pieces.push(',');
    pieces.push(JSON.stringify(key), ':');
    if (!write(value, pieces)) return false;
  }
  pieces.push('}');
  return true;
}

function keyText(key: PythonSyntax): string | null {
  if (key.kind !== 'constant') return null;
  const { value } = key;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
}

/** The last part of a dotted name. */
function nameOf(syntax: PythonSyntax): string | null {
  return syntax.kind === 'name' || syntax.kind === 'attribute' ? syntax.name : null;
}

/** What JSON has no value for becomes null. */
function constantText(value: PythonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return JSON.stringify(value);
  return 'null';
}
