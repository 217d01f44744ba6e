import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import type { JsonObject, JsonValue } from '../../../core/index.ts';
import type { ReadType, TypesReading } from '../protocol.ts';
import { enumOf } from './enum-of.ts';
import { Notes, tooLong } from './notes.ts';
import { itemsOf, merged, withNull } from './zod-parts.ts';

const LONGEST_SOURCE = 200_000;
const DEEPEST = 60;

const typescript = parser.configure({ dialect: 'ts' });

/**
 * Reads schemas of Zod, and what frameworks build of them, as JSON Schemas of arguments, without running anything: `const name =
 * z.object({…})`, `name: tool({ description, inputSchema })` of the AI SDK, `server.tool('name', 'description', {…})` and
 * `server.registerTool('name', { description, inputSchema })` of the MCP SDK. Never throws.
 */
export function readZod(source: string): TypesReading {
  if (source.length > LONGEST_SOURCE) {
    return { types: [], notes: [tooLong(LONGEST_SOURCE)] };
  }
  return new ZodSchemas(source).read();
}

/** A call of a chain, the first one first: `z`, `.object(…)`, `.describe(…)`. */
interface Link {
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

/** What a schema says, and whether the property may be absent. */
interface Read {
  readonly schema: JsonObject;
  readonly isOptional: boolean;
}

const formats: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['datetime', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
]);

class ZodSchemas {
  readonly #source: string;
  readonly #variables = new Map<string, SyntaxNode>();
  readonly #used = new Set<string>();
  readonly #notes = new Notes();
  readonly #types: { readonly type: Omit<ReadType, 'isPart'>; readonly variable: string | null }[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(): TypesReading {
    const { topNode } = typescript.parse(this.#source);
    const calls: SyntaxNode[] = [];
    topNode.cursor().iterate(({ node }) => {
      if (node.name === 'VariableDefinition') {
        const value = node.nextSibling?.name === 'Equals' ? node.nextSibling.nextSibling : null;
        if (value !== null) this.#variables.set(this.#text(node), value);
      }
      if (node.name === 'CallExpression') calls.push(node);
    });
    for (const call of calls) this.#tool(call);
    for (const [name, value] of this.#variables) this.#variable(name, value);
    if (this.#types.length === 0)
      this.#notes.add('The text has no `z.object(…)` and no tool made of one. Paste one of them.');
    const types = this.#types.map(({ type, variable }): ReadType => ({
      ...type,
      isPart: variable !== null && this.#used.has(variable),
    }));
    return { types, notes: this.#notes.list };
  }

  /** A tool as frameworks make it. */
  #tool(call: SyntaxNode): void {
    const callee = this.#text(call.firstChild).replace(/^.*\./s, '');
    const args = itemsOf(call.getChild('ArgList'));
    if (callee === 'tool' && args.length === 1) {
      const parts = this.#properties(args[0] ?? null);
      const input = parts.get('inputSchema') ?? parts.get('parameters');
      if (input === undefined) return;
      const own = call.parent;
      const named =
        own?.name === 'Property'
          ? this.#key(own.firstChild)
          : own?.name === 'VariableDeclaration'
            ? this.#text(own.getChild('VariableDefinition'))
            : '';
      this.#add(this.#string(parts.get('name') ?? null) ?? (named === '' ? 'tool' : named), parts, input);
    } else if ((callee === 'tool' || callee === 'registerTool') && args.length > 1) {
      const name = this.#string(args[0] ?? null);
      const config = this.#properties(args.find(({ name: kind }) => kind === 'ObjectExpression') ?? null);
      const input = callee === 'tool' ? args.find((one) => this.#isSchema(one)) : config.get('inputSchema');
      if (name === null || input === undefined) return;
      const description =
        callee === 'tool' && args[1]?.name === 'String' ? new Map([['description', args[1]]]) : config;
      this.#add(name, description, input);
    }
  }

  #add(name: string, parts: ReadonlyMap<string, SyntaxNode>, input: SyntaxNode): void {
    const description = this.#string(parts.get('description') ?? null);
    const { schema } = input.name === 'ObjectExpression' ? this.#object(input, name, 0) : this.#read(input, name, 0);
    this.#types.push({
      type: { name, schema, ...(description !== null && { description }) },
      variable: null,
    });
  }

  #variable(name: string, value: SyntaxNode): void {
    const [root, first] = this.#chain(value);
    if (root?.name !== 'z' || !/^(?:strict|loose)?object$/i.test(first?.name ?? '')) return;
    const { schema } = this.#read(value, name, 0);
    const { description, ...rest } = schema;
    this.#types.push({
      type: { name, schema: rest, ...(typeof description === 'string' && { description }) },
      variable: name,
    });
  }

  #isSchema(node: SyntaxNode): boolean {
    return (
      node.name === 'ObjectExpression' || this.#chain(node)[0]?.name === 'z' || this.#variables.has(this.#text(node))
    );
  }

  #read(node: SyntaxNode, path: string, depth: number): Read {
    if (depth > DEEPEST) return { schema: {}, isOptional: false };
    if (node.name === 'VariableName') {
      const name = this.#text(node);
      const value = this.#variables.get(name);
      this.#used.add(name);
      if (value !== undefined && value !== node) return this.#read(value, path, depth + 1);
      return this.#unknown(node, path);
    }
    const [root, ...links] = this.#chain(node);
    const [first, ...rest] = links;
    if (root === undefined || first === undefined) return this.#unknown(node, path);
    if (root.name !== 'z') {
      const value = this.#variables.get(root.name);
      if (value === undefined) return this.#unknown(node, path);
      this.#used.add(root.name);
      return this.#apply(this.#read(value, path, depth + 1), links, path);
    }
    // `z.coerce.number()`.
    if (first.name === 'coerce' || first.name === 'iso') {
      const [second, ...after] = rest;
      return second === undefined
        ? this.#unknown(node, path)
        : this.#apply({ schema: this.#base(second, node, path, depth), isOptional: false }, after, path);
    }
    return this.#apply(
      { schema: this.#base(first, node, path, depth), isOptional: first.name === 'optional' },
      rest,
      path,
    );
  }

  #base({ name, args }: Link, node: SyntaxNode, path: string, depth: number): JsonObject {
    const [one, two] = args;
    const below = (inner: SyntaxNode | undefined): JsonObject =>
      inner === undefined ? {} : this.#read(inner, path, depth + 1).schema;
    const format = formats.get(name);
    if (format !== undefined) return { type: 'string', format };
    switch (name) {
      case 'string':
      case 'boolean':
      case 'number':
        return { type: name };
      case 'int':
      case 'bigint':
        return { type: 'integer' };
      case 'null':
        return { type: 'null' };
      case 'any':
      case 'unknown':
        return {};
      case 'literal':
        return enumOf(
          one?.name === 'ArrayExpression' ? itemsOf(one).map((item) => this.#value(item)) : [this.#value(one)],
        );
      case 'enum':
      case 'nativeEnum':
        return enumOf(
          one?.name === 'ObjectExpression'
            ? [...this.#properties(one).values()].map((item) => this.#value(item))
            : itemsOf(this.#resolved(one)).map((item) => this.#value(item)),
        );
      case 'array':
        return { type: 'array', items: below(one) };
      case 'set':
        return { type: 'array', items: below(one), uniqueItems: true };
      case 'tuple': {
        const items = itemsOf(one ?? null).map(below);
        return { type: 'array', prefixItems: items, items: false, minItems: items.length };
      }
      case 'record':
        return { type: 'object', additionalProperties: below(two ?? one) };
      case 'union':
        return { anyOf: itemsOf(one ?? null).map(below) };
      case 'discriminatedUnion':
        return { anyOf: itemsOf(two ?? null).map(below) };
      case 'intersection':
        return { allOf: [below(one), below(two)] };
      case 'optional':
        return below(one);
      case 'nullable':
        return withNull(below(one));
      case 'object':
      case 'looseObject':
      case 'strictObject': {
        const { schema } = this.#object(this.#resolved(one) ?? null, path, depth);
        return name === 'strictObject' ? { ...schema, additionalProperties: false } : schema;
      }
      default:
        return this.#unknown(node, path).schema;
    }
  }

  #apply({ schema: given, isOptional: was }: Read, links: readonly Link[], path: string): Read {
    let schema = given;
    let isOptional = was;
    for (const { name, args } of links) {
      const [first] = args;
      const value = this.#value(first);
      const format = formats.get(name);
      const isText = schema['type'] === 'string';
      const isList = schema['type'] === 'array';
      const suffix = isText ? 'Length' : isList ? 'Items' : '';
      if (name === 'describe' || name === 'meta') {
        const said =
          name === 'describe' ? value : this.#string(this.#properties(first ?? null).get('description') ?? null);
        if (typeof said === 'string') schema = { ...schema, description: said };
      } else if (name === 'optional' || name === 'nullish') {
        isOptional = true;
        if (name === 'nullish') schema = withNull(schema);
      } else if (name === 'nullable') schema = withNull(schema);
      else if (name === 'default' || name === 'prefault' || name === 'catch') {
        isOptional = true;
        if (value !== undefined) schema = { ...schema, default: value };
      } else if (name === 'int') schema = { ...schema, type: 'integer' };
      else if (name === 'positive') schema = { ...schema, exclusiveMinimum: 0 };
      else if (name === 'nonnegative') schema = { ...schema, minimum: 0 };
      else if (name === 'negative') schema = { ...schema, exclusiveMaximum: 0 };
      else if ((name === 'min' || name === 'gte') && typeof value === 'number')
        schema = { ...schema, [suffix === '' ? 'minimum' : `min${suffix}`]: value };
      else if ((name === 'max' || name === 'lte') && typeof value === 'number')
        schema = { ...schema, [suffix === '' ? 'maximum' : `max${suffix}`]: value };
      else if (name === 'gt' && typeof value === 'number') schema = { ...schema, exclusiveMinimum: value };
      else if (name === 'lt' && typeof value === 'number') schema = { ...schema, exclusiveMaximum: value };
      else if (name === 'multipleOf' && typeof value === 'number') schema = { ...schema, multipleOf: value };
      else if (name === 'length' && typeof value === 'number' && suffix !== '')
        schema = { ...schema, [`min${suffix}`]: value, [`max${suffix}`]: value };
      else if (name === 'nonempty' && suffix !== '') schema = { ...schema, [`min${suffix}`]: 1 };
      else if (name === 'regex' && first?.name === 'RegExp')
        schema = { ...schema, pattern: this.#text(first).replace(/^\/(.*)\/\w*$/s, '$1') };
      else if (name === 'array') schema = { type: 'array', items: schema };
      else if (name === 'or' && first !== undefined) schema = { anyOf: [schema, this.#read(first, path, 1).schema] };
      else if (name === 'strict') schema = { ...schema, additionalProperties: false };
      else if (name === 'partial') {
        const { required: _required, ...rest } = schema;
        schema = rest;
      } else if (name === 'extend' && first?.name === 'ObjectExpression') {
        const { schema: more } = this.#object(first, path, 1);
        schema = merged(schema, more);
      } else if (format !== undefined && isText) schema = { ...schema, format };
    }
    return { schema, isOptional };
  }

  #object(node: SyntaxNode | null, path: string, depth: number): Read {
    const properties: [string, JsonObject][] = [];
    const required: string[] = [];
    for (const [key, value] of this.#properties(node)) {
      const { schema, isOptional } = this.#read(value, `${path}.${key}`, depth + 1);
      properties.push([key, schema]);
      if (!isOptional) required.push(key);
    }
    const schema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    };
    return { schema, isOptional: false };
  }

  #chain(node: SyntaxNode): readonly Link[] {
    const links: Link[] = [];
    let at: SyntaxNode | null = node;
    let args: readonly SyntaxNode[] = [];
    while (at !== null) {
      if (at.name === 'CallExpression') {
        args = itemsOf(at.getChild('ArgList'));
        at = at.firstChild;
      } else if (at.name === 'MemberExpression') {
        links.push({ name: this.#text(at.getChild('PropertyName')), args });
        args = [];
        at = at.firstChild;
      } else {
        links.push({ name: at.name === 'VariableName' ? this.#text(at) : '', args: [] });
        break;
      }
    }
    return links.toReversed();
  }

  #resolved(node: SyntaxNode | undefined): SyntaxNode | null {
    if (node === undefined) return null;
    // `[…] as const`.
    const inner = node.name === 'BinaryExpression' || node.name === 'AsExpression' ? node.firstChild : node;
    return inner?.name === 'VariableName' ? (this.#variables.get(this.#text(inner)) ?? null) : inner;
  }

  #properties(node: SyntaxNode | null): ReadonlyMap<string, SyntaxNode> {
    const found = new Map<string, SyntaxNode>();
    for (const property of node?.getChildren('Property') ?? []) {
      const value = property.lastChild;
      if (value !== null && property.getChild(':') !== null) found.set(this.#key(property.firstChild), value);
      // `{ city }`: the variable has the schema.
      else if (value?.name === 'PropertyDefinition' && this.#variables.has(this.#text(value)))
        found.set(this.#text(value), this.#variables.get(this.#text(value)) as SyntaxNode);
    }
    return found;
  }

  #key(node: SyntaxNode | null): string {
    return node?.name === 'String' ? (this.#string(node) ?? '') : this.#text(node);
  }

  #value(node: SyntaxNode | undefined): JsonValue | undefined {
    if (node === undefined) return undefined;
    const text = this.#text(node);
    switch (node.name) {
      case 'String':
      case 'TemplateString':
        return this.#string(node) ?? undefined;
      case 'Number':
      case 'UnaryExpression':
        return Number.isFinite(Number(text)) ? Number(text) : undefined;
      case 'BooleanLiteral':
        return text === 'true';
      case 'null':
        return null;
      case 'ArrayExpression': {
        const values = itemsOf(node).map((item) => this.#value(item));
        return values.includes(undefined) ? undefined : (values as JsonValue[]);
      }
      case 'ObjectExpression':
        return itemsOf(node).length === 0 && node.getChild('Property') === null ? {} : undefined;
      default:
        return undefined;
    }
  }

  #string(node: SyntaxNode | null): string | null {
    if (node === null || (node.name !== 'String' && node.name !== 'TemplateString')) return null;
    const inner = this.#text(node).slice(1, -1);
    return inner.replace(/\\(?:u([\da-f]{4})|(\n)|(.))/gis, (_, unit, line, one: string) => {
      if (line !== undefined) return '';
      if (unit !== undefined) return String.fromCharCode(parseInt(unit as string, 16));
      return one === 'n' ? '\n' : one === 't' ? '\t' : one;
    });
  }

  #unknown(node: SyntaxNode, path: string): Read {
    const text = this.#text(node).slice(0, 60);
    this.#notes.add(
      `\`${path}\` is \`${text}\`, which has no place in a JSON Schema. The schema allows any value there.`,
    );
    return { schema: {}, isOptional: false };
  }

  #text(node: SyntaxNode | null): string {
    return node === null ? '' : this.#source.slice(node.from, node.to);
  }
}
