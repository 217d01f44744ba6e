import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { JsonObject, JsonValue } from '../../../core/index.ts';
import { enumOf } from './enum-of.ts';
import { docOf } from './python-doc.ts';
import { bounds, plainTypes } from './python-types.ts';
import { annotationIn, childrenOf, partsOf, unionParts, valueIn } from './python-syntax.ts';
import type { ReadType, TypesReading } from '../protocol.ts';
import { Notes, tooLong } from './notes.ts';

/** Characters; more is no list of tools. */
const LONGEST_SOURCE = 200_000;
/** Types inside of types. */
const DEEPEST = 40;

/**
 * Reads the functions, Pydantic models, dataclasses and TypedDicts of a Python source as JSON Schemas of arguments, without
 * running anything: annotations become types, docstrings (Google, NumPy, Sphinx) and `Field(description=…)` descriptions. What
 * frameworks leave out is left out: `self`, `cls`, `*args`, `**kwargs`, names that begin with an underscore. Never throws.
 */
export function readPython(source: string): TypesReading {
  if (source.length > LONGEST_SOURCE) {
    return { types: [], notes: [tooLong(LONGEST_SOURCE)] };
  }
  return new PythonTypes(source).read();
}

interface Declared {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** A member of a model, or a parameter of a function. */
interface Member {
  readonly name: string;
  readonly annotation: SyntaxNode | null;
  readonly value: SyntaxNode | null;
}

/** Parameters that a framework fills in, by their types. */
const INJECTED = /^(?:RunContext|ToolRuntime|InjectedState|Context|RunContextWrapper|CallbackManager)\b/;

class PythonTypes {
  readonly #source: string;
  readonly #classes = new Map<string, SyntaxNode>();
  readonly #functions: Declared[] = [];
  readonly #notes = new Notes();
  /** Classes that the schema in hand refers to. */
  #needed = new Set<string>();
  /** Classes that another one, or a function, refers to. */
  readonly #parts = new Set<string>();

  constructor(source: string) {
    this.#source = source;
  }

  read(): TypesReading {
    const root = parser.parse(this.#source).topNode;
    for (const node of childrenOf(root)) this.#declare(node);
    const declared = [
      ...[...this.#classes].filter(([, node]) => !this.#isEnum(node)).map(([name, node]) => ({ name, node })),
      ...this.#functions,
    ].sort((one, other) => one.node.from - other.node.from);
    const types = declared.map(({ name, node }): ReadType => {
      const isClass = node.name === 'ClassDefinition';
      this.#needed = new Set();
      const { description, schema } = isClass ? this.#model(node, name) : this.#function(node, name);
      const defs: JsonObject = {};
      for (const one of this.#needed) {
        this.#parts.add(one);
        const inner = this.#classes.get(one);
        if (inner !== undefined) defs[one] = this.#definition(inner, one);
      }
      return {
        name,
        isPart: false,
        schema: this.#needed.size === 0 ? schema : { ...schema, $defs: defs },
        ...(description !== '' && { description }),
      };
    });
    if (types.length === 0) this.#notes.add('The text has no function and no class. Paste one of them.');
    return {
      types: types.map((type) => ({ ...type, isPart: this.#parts.has(type.name) })),
      notes: this.#notes.list,
    };
  }

  #declare(node: SyntaxNode): void {
    if (node.name === 'DecoratedStatement') for (const inner of childrenOf(node)) this.#declare(inner);
    const name = this.#text(node.getChild('VariableName'));
    if (node.name === 'FunctionDefinition' && !name.startsWith('_')) this.#functions.push({ name, node });
    if (node.name === 'ClassDefinition') this.#classes.set(name, node);
  }

  #function(node: SyntaxNode, name: string): { description: string; schema: JsonObject } {
    const doc = docOf(this.#docstring(node));
    const members = this.#parameters(node.getChild('ParamList')).filter(
      ({ name: own, annotation }) => !own.startsWith('_') && !INJECTED.test(this.#text(annotation)),
    );
    return { description: doc.description, schema: this.#object(members, doc.parameters, name) };
  }

  #model(node: SyntaxNode, name: string): { description: string; schema: JsonObject } {
    const doc = docOf(this.#docstring(node));
    return { description: doc.description, schema: this.#object(this.#fields(node), doc.parameters, name) };
  }

  #definition(node: SyntaxNode, name: string): JsonObject {
    if (this.#isEnum(node)) return enumOf(this.#fields(node).map(({ value }) => this.#literal(value)));
    const { description, schema } = this.#model(node, name);
    return description === '' ? schema : { ...schema, description };
  }

  #isEnum(node: SyntaxNode): boolean {
    return /\b(?:Str|Int)?Enum\b/.test(this.#text(node.getChild('ArgList')));
  }

  #docstring(node: SyntaxNode): string {
    const statement = node.getChild('Body')?.firstChild?.nextSibling ?? null;
    const text = statement?.name === 'ExpressionStatement' ? statement.firstChild : null;
    return text !== null && (text.name === 'String' || text.name === 'ContinuedString') ? this.#string(text) : '';
  }

  #parameters(list: SyntaxNode | null): Member[] {
    const members: Member[] = [];
    let isGathering = false;
    for (const [index, part] of partsOf(list).entries()) {
      const [first] = part;
      if (first === undefined) continue;
      if (first.name === '*' || first.name === '**') isGathering = part.length > 1;
      const named = part.find(({ name }) => name === 'VariableName');
      const name = this.#text(named ?? null);
      const isBound = index === 0 && (name === 'self' || name === 'cls');
      if (named === undefined || isBound || first.name === '*' || first.name === '**') continue;
      members.push({ name, annotation: annotationIn(part), value: valueIn(part) });
    }
    if (isGathering) this.#notes.add('`*args` and `**kwargs` are left out: they have no names.');
    return members;
  }

  #fields(node: SyntaxNode): Member[] {
    return childrenOf(node.getChild('Body')).flatMap((statement): Member[] => {
      if (statement.name !== 'AssignStatement') return [];
      const part = childrenOf(statement);
      const name = this.#text(part[0] ?? null);
      const annotation = annotationIn(part);
      const isSetting = name === 'model_config' || name.startsWith('_') || /^ClassVar\b/.test(this.#text(annotation));
      if (isSetting || (annotation === null && !this.#isEnum(node))) return [];
      return [{ name, annotation, value: valueIn(part) }];
    });
  }

  #object(members: readonly Member[], said: ReadonlyMap<string, string>, path: string): JsonObject {
    const required: string[] = [];
    const properties = members.map(({ name, annotation, value }): [string, JsonObject] => {
      const field = value !== null && /^(?:Field|field)$/.test(this.#callee(value)) ? value : null;
      const own = this.#type(annotation, `${path}.${name}`, 0);
      const more = field === null ? {} : this.#field(field, own);
      const inner = 'default' in own || 'default' in more;
      const hasDefault = field === null ? value !== null : inner || this.#hasDefault(field);
      const text = said.get(name);
      if (!hasDefault && !inner) required.push(name);
      const plain = field === null ? this.#literal(value) : undefined;
      return [
        name,
        {
          ...own,
          ...(text !== undefined && own['description'] === undefined ? { description: text } : {}),
          ...more,
          ...(plain !== undefined && plain !== null ? { default: plain } : {}),
        },
      ];
    });
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    };
  }

  #hasDefault(field: SyntaxNode): boolean {
    const parts = partsOf(field.getChild('ArgList'));
    const keywords = parts.map((part) => (part[1]?.name === 'AssignOp' ? this.#text(part[0] ?? null) : ''));
    const [first] = parts;
    return (
      keywords.includes('default_factory') ||
      keywords.includes('default') ||
      (first?.length === 1 && first[0]?.name !== 'Ellipsis')
    );
  }

  /** What `Field(…)` says beside the type. */
  #field(call: SyntaxNode, { type }: JsonObject): JsonObject {
    const found: JsonObject = {};
    for (const part of partsOf(call.getChild('ArgList'))) {
      const [first, sign, value] = part;
      if (sign?.name !== 'AssignOp') {
        const literal = part.length === 1 && first?.name !== 'Ellipsis' ? this.#literal(first ?? null) : undefined;
        if (literal !== undefined && literal !== null) found['default'] = literal;
        continue;
      }
      const keyword = this.#text(first ?? null);
      const literal = this.#literal(value ?? null);
      const bound = bounds.get(keyword);
      if (literal === undefined || literal === null) continue;
      if (keyword === 'description' || keyword === 'default') found[keyword] = literal;
      else if (bound !== undefined) found[type === 'array' ? bound.replace('Length', 'Items') : bound] = literal;
    }
    return found;
  }

  #type(node: SyntaxNode | null, path: string, depth: number): JsonObject {
    if (node === null || depth > DEEPEST) return {};
    switch (node.name) {
      case 'None':
        return { type: 'null' };
      case 'String': {
        // A name that is declared later.
        const inner = parser.parse(this.#string(node)).topNode.firstChild?.firstChild ?? null;
        const text = this.#string(node);
        return inner === null || !/^\w+$/.test(text) ? this.#unknown(text, path) : this.#named(text, path);
      }
      case 'BinaryExpression':
        return this.#union(unionParts(node, depth), path, depth);
      case 'MemberExpression':
        return node.getChild('[') === null
          ? this.#named(this.#text(node).replace(/^.*\./s, ''), path)
          : this.#generic(node, path, depth);
      case 'VariableName':
        return this.#named(this.#text(node), path);
      default:
        return this.#unknown(this.#text(node), path);
    }
  }

  #named(name: string, path: string): JsonObject {
    const plain = plainTypes.get(name);
    if (plain !== undefined) return plain;
    if (!this.#classes.has(name)) return this.#unknown(name, path);
    this.#needed.add(name);
    return { $ref: `#/$defs/${name}` };
  }

  #generic(node: SyntaxNode, path: string, depth: number): JsonObject {
    const name = this.#text(node.firstChild).replace(/^.*\./s, '');
    const inner = partsOf(node, '[').flatMap(([first]) => first ?? []);
    const [only = null, second = null] = inner;
    const below = (one: SyntaxNode | null): JsonObject => this.#type(one, path, depth + 1);
    switch (name) {
      case 'Optional':
        return this.#union([only], path, depth, true);
      case 'Union':
        return this.#union(inner, path, depth);
      case 'Literal':
        return enumOf(inner.map((one) => this.#literal(one)));
      case 'Annotated':
        return { ...below(only), ...this.#annotations(inner.slice(1), below(only)) };
      case 'Required':
      case 'Final':
        return below(only);
      case 'NotRequired':
        return { ...below(only), default: null };
      case 'tuple':
      case 'Tuple':
        return second === null || second.name === 'Ellipsis'
          ? { type: 'array', items: below(only) }
          : { type: 'array', prefixItems: inner.map(below), items: false, minItems: inner.length };
      case 'dict':
      case 'Dict':
      case 'Mapping':
      case 'defaultdict':
        return { type: 'object', additionalProperties: below(second) };
      case 'set':
      case 'Set':
      case 'frozenset':
        return { type: 'array', items: below(only), uniqueItems: true };
      default:
        if (['list', 'List', 'Sequence', 'Iterable', 'Collection', 'deque'].includes(name))
          return { type: 'array', items: below(only) };
        return this.#unknown(this.#text(node), path);
    }
  }

  /** What is beside the type in `Annotated`: a description as text, or a `Field`. */
  #annotations(nodes: readonly SyntaxNode[], type: JsonObject): JsonObject {
    return Object.assign(
      {},
      ...nodes.map((node): JsonObject => {
        if (node.name === 'String') return { description: this.#string(node) };
        return node.name === 'CallExpression' && /^(?:Field|Param|Doc)$/.test(this.#callee(node))
          ? this.#field(node, type)
          : {};
      }),
    ) as JsonObject;
  }

  #union(nodes: readonly (SyntaxNode | null)[], path: string, depth: number, isOptional = false): JsonObject {
    const some = nodes.map((one) => this.#type(one, path, depth + 1));
    const [first] = some.filter(({ type }) => type !== 'null');
    const given = some.filter(({ type }) => type !== 'null');
    const takesNull = isOptional || given.length < some.length;
    if (given.length === 1 && first !== undefined && typeof first['type'] === 'string' && takesNull)
      return first['enum'] === undefined
        ? { ...first, type: [first['type'], 'null'] }
        : { ...first, type: [first['type'], 'null'], enum: [...(first['enum'] as JsonValue[]), null] };
    if (given.length === 1 && first !== undefined && !takesNull) return first;
    return { anyOf: takesNull ? [...given, { type: 'null' }] : given };
  }

  #unknown(text: string, path: string): JsonObject {
    this.#notes.add(
      `\`${path}\` is a \`${text}\`, which the text does not declare. The schema allows any value there.`,
    );
    return {};
  }

  #callee(node: SyntaxNode): string {
    return node.name === 'CallExpression' ? this.#text(node.firstChild).replace(/^.*\./s, '') : '';
  }

  /** The value of a literal; undefined for everything else. */
  #literal(node: SyntaxNode | null, depth = 0): JsonValue | undefined {
    if (node === null || depth > DEEPEST) return undefined;
    const text = this.#text(node);
    switch (node.name) {
      case 'String':
      case 'ContinuedString':
        return this.#string(node);
      case 'Number':
      case 'UnaryExpression': {
        const number = Number(text.replaceAll('_', ''));
        return Number.isFinite(number) && text !== '' ? number : undefined;
      }
      case 'Boolean':
        return text === 'True';
      case 'None':
        return null;
      case 'ArrayExpression': {
        const values = partsOf(node).map(([first]) => this.#literal(first ?? null, depth + 1));
        return values.some((value) => value === undefined) ? undefined : (values as JsonValue[]);
      }
      default:
        return undefined;
    }
  }

  #string(node: SyntaxNode): string {
    if (node.name === 'ContinuedString')
      return childrenOf(node)
        .map((one) => this.#string(one))
        .join('');
    const text = this.#text(node);
    const [, prefix = '', quote = ''] = /^([a-z]*)("""|'''|"|')/i.exec(text) ?? [];
    const inner = text.slice(prefix.length + quote.length, text.endsWith(quote) ? -quote.length : undefined);
    if (/r/i.test(prefix)) return inner;
    return inner.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|(.))/gis, (_, unit, byte, line, one: string) => {
      if (line !== undefined) return '';
      const code = (unit ?? byte) as string | undefined;
      return code === undefined ? (escapes.get(one) ?? `\\${one}`) : String.fromCharCode(parseInt(code, 16));
    });
  }

  #text(node: SyntaxNode | null): string {
    return node === null ? '' : this.#source.slice(node.from, node.to);
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);
