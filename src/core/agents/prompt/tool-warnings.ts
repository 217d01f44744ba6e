import {
  freeName,
  isSchemaType,
  listItemSpan,
  meantType,
  type ReadTool,
  SCHEMA_KEYS,
  schemasIn,
  type ToolProblem,
  type ToolProblemCode,
  type ToolsReading,
} from '../../tools/index.ts';
import { contains, type Edit, nearest, span, type Span } from '../../text/document/index.ts';
import { type JsonNode, type JsonObjectNode, member, valueToText } from '../../text/json/index.ts';
import { firstSentence, shortDescription } from '../exathena/signature.ts';

/** A problem of a tool that was read, now or when it is used. */
export interface ToolWarning {
  readonly code: ToolWarningCode | ToolProblemCode;
  readonly severity: ToolProblem['severity'];
  readonly toolIndex: number;
  /** In the text that was read. */
  readonly span: Span;
  readonly message: string;
  /** Its spans point into the text that was read. */
  readonly edit: Edit | null;
}

type ToolWarningCode =
  | 'no-description'
  | 'description-cut'
  | 'name-at'
  | 'name-separator'
  | 'name-space'
  | 'name-characters'
  | 'name-too-long'
  | 'name-case-twin'
  | 'root-type-missing'
  | 'root-not-object'
  | 'unknown-type'
  | 'required-unknown'
  | 'empty-enum';

/** Places of one kind that are listed for one tool. */
const MOST_OF_A_KIND = 5;

/**
 * The warnings for every tool that was read, in the order of the tools: the problems that reading met inside an entry,
 * each with the edit that mends it where there is one, and what reading has no opinion on.
 */
export function toolWarnings({ tools, problems }: ToolsReading): ToolWarning[] {
  const names = new Set(tools.map(({ definition }) => definition.name));
  const twins = new Map<string, string>();
  // Entries are read in order, and so are the problems in them.
  let at = 0;
  return tools.flatMap((tool, toolIndex) => {
    const found = new Findings(tool, toolIndex, names);
    for (; at < problems.length; at += 1) {
      const problem = problems[at] as ToolProblem;
      if (problem.span.from >= tool.span.to) break;
      if (contains(tool.span, problem.span)) found.addProblem(problem);
    }
    checkName(found, twins);
    checkDescription(found);
    if (tool.schemaNode !== null) checkSchema(found, tool.schemaNode);
    return found.list;
  });
}

class Findings {
  readonly list: ToolWarning[] = [];
  readonly tool: ReadTool;
  readonly #toolIndex: number;
  readonly #names: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  constructor(tool: ReadTool, toolIndex: number, names: ReadonlySet<string>) {
    this.tool = tool;
    this.#toolIndex = toolIndex;
    this.#names = names;
  }

  add(code: ToolWarningCode, at: Span, message: string, edit: Edit | null = null): void {
    this.#push({ code, severity: 'warning', span: span(at.from, at.to), message, edit });
  }

  addProblem({ code, severity, span: at, message }: ToolProblem): void {
    const edit =
      code === 'foreign-schema-key' ? this.#renameKey(at) : code === 'duplicate-name' ? this.rename('') : null;
    this.#push({ code, severity, span: at, message, edit });
  }

  /** Replaces this name by `wanted`, with a number if that name is taken. */
  rename(wanted: string): Edit {
    const { name } = this.tool.definition;
    const free = freeName(wanted === '' ? name : wanted, this.#names);
    return replacement(`Rename to \`${free}\``, this.tool.nameSpan, valueToText(free));
  }

  #renameKey(value: Span): Edit | null {
    const { form, bodyNode } = this.tool;
    const key = bodyNode.members.find((entry) => entry.value.from === value.from)?.key;
    if (key === undefined || form === 'json-schema') return null;
    const expected = SCHEMA_KEYS[form];
    return replacement(`Rename \`${key.value}\` to \`${expected}\``, key, JSON.stringify(expected));
  }

  #push(warning: Omit<ToolWarning, 'toolIndex'>): void {
    const count = (this.#counts.get(warning.code) ?? 0) + 1;
    this.#counts.set(warning.code, count);
    if (count <= MOST_OF_A_KIND) this.list.push({ ...warning, toolIndex: this.#toolIndex });
  }
}

/**
 * The names that the APIs of OpenAI and Anthropic both take: letters, digits, `_` and `-`, at most 64 of them.
 * Source: "name" of a function in OpenAI's API reference; "tool names" in Anthropic's guide to tool use.
 */
const LONGEST_NAME = 64;
const PLAIN_NAME = /^[a-zA-Z0-9_-]*$/;

function checkName(found: Findings, twins: Map<string, string>): void {
  const { definition, nameSpan } = found.tool;
  const { name } = definition;
  const edit = (): Edit => found.rename(plainName(name));
  if (name.startsWith('@')) {
    found.add('name-at', nameSpan, 'The name begins with `@`. Models often drop it, and most APIs reject it.', edit());
  } else if (/\s/.test(name)) {
    found.add(
      'name-space',
      nameSpan,
      'The name contains white space. APIs reject it, and models write `_` instead.',
      edit(),
    );
  } else if (/[./:\\]/.test(name)) {
    const message =
      'The name contains a dot, a slash or a colon. APIs reject it, and models drop the part before it as a namespace.';
    found.add('name-separator', nameSpan, message, edit());
  } else if (!PLAIN_NAME.test(name)) {
    const message =
      'The name contains more than letters, digits, `_` and `-`. APIs reject it, and models may respell it.';
    found.add('name-characters', nameSpan, message, edit());
  } else if (name.length > LONGEST_NAME) {
    const message = `The name has ${name.length} characters. The APIs of OpenAI and Anthropic accept ${LONGEST_NAME}.`;
    found.add('name-too-long', nameSpan, message, edit());
  }
  const lower = name.toLowerCase();
  const twin = twins.get(lower);
  if (twin === undefined) twins.set(lower, name);
  else if (twin !== name) {
    const message = `The name differs from \`${twin}\` only in upper and lower case. Models confuse the two.`;
    found.add('name-case-twin', nameSpan, message);
  }
}

/** The name most like this one that every API accepts. */
export function plainName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^_+/, '');
  return withoutTrailing(plain.slice(0, LONGEST_NAME)) || 'tool';
}

/** A loop, because `/_+$/` is quadratic. */
function withoutTrailing(name: string): string {
  let end = name.length;
  while (end > 0 && name[end - 1] === '_') end -= 1;
  return name.slice(0, end);
}

/** Characters shown on either side of a cut. */
const AROUND_CUT = 24;

function checkDescription(found: Findings): void {
  const { definition, nameSpan, bodyNode } = found.tool;
  const { description } = definition;
  if (description === undefined || description.trim() === '') {
    const message = 'There is no description. The model can only guess from the name what the tool does.';
    found.add('no-description', nameSpan, message);
    return;
  }
  const kept = shortDescription(description);
  const lost = firstSentence(description).slice(kept.length);
  if (lost === '') return;
  // Backquotes mark code in a sentence.
  const [before, after] = [kept.slice(-AROUND_CUT), lost.slice(0, AROUND_CUT)].map((one) => one.replaceAll('`', "'"));
  const message = `Compact prompts keep only 80 characters of the first sentence. They end at \`…${before}\` and lose \`${after}${lost.length > AROUND_CUT ? '…' : ''}\`.`;
  found.add('description-cut', member(bodyNode, 'description') ?? nameSpan, message);
}

function checkSchema(found: Findings, schema: JsonObjectNode): void {
  checkRootType(found, schema);
  for (const one of schemasIn(schema)) {
    checkType(found, one);
    checkRequired(found, one, one === schema);
    checkEnum(found, one);
  }
}

function checkRootType(found: Findings, schema: JsonObjectNode): void {
  const type = member(schema, 'type');
  if (type?.kind === 'string' && type.value === 'object') return;
  if (type === undefined) {
    // A schema without keywords, or with its type elsewhere, gets no warning.
    if (member(schema, 'properties') === undefined) return;
    const first = schema.members[0]?.key.from ?? schema.from + 1;
    const message = 'The schema lacks `"type": "object"`. The APIs of OpenAI and Anthropic reject it.';
    const edit = replacement('Add `"type": "object"`', { from: first, to: first }, '"type": "object", ');
    found.add('root-type-missing', schema, message, found.tool.form === 'json-schema' ? null : edit);
    return;
  }
  // That is said of it where all types are looked at.
  if (type.kind === 'string' && !isSchemaType(type.value)) return;
  const message = 'The schema is not of type `object`, but arguments are always a JSON object.';
  const isMeant = member(schema, 'properties') !== undefined;
  found.add('root-not-object', type, message, isMeant ? replacement('Change to `"object"`', type, '"object"') : null);
}

function checkType(found: Findings, schema: JsonObjectNode): void {
  const type = member(schema, 'type');
  const words = type?.kind === 'array' ? type.items : type === undefined ? [] : [type];
  for (const word of words) {
    if (word.kind !== 'string' || isSchemaType(word.value)) continue;
    const meant = meantType(word.value);
    const shown = shortened(word.value);
    const message = `JSON Schema has no type \`${shown}\`, so the arguments are not checked.`;
    found.add(
      'unknown-type',
      word,
      meant === null ? message : `${message} Did you mean \`${meant}\`?`,
      meant === null ? null : replacement(`Change to \`${meant}\``, word, JSON.stringify(meant)),
    );
  }
}

const COMPOSING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties'];

function checkRequired(found: Findings, schema: JsonObjectNode, isRoot: boolean): void {
  const required = member(schema, 'required');
  if (required?.kind !== 'array') return;
  const properties = member(schema, 'properties');
  // A part of a larger schema may require what another part declares.
  const isWhole = properties?.kind === 'object' || isRoot;
  if (!isWhole || COMPOSING.some((key) => member(schema, key) !== undefined)) return;
  const declared = new Set(properties?.kind === 'object' ? properties.members.map(({ key }) => key.value) : []);
  const named = new Set(required.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])));
  required.items.forEach((item, index) => {
    if (item.kind !== 'string' || declared.has(item.value)) return;
    const shown = shortened(item.value);
    const meant = nearest(
      item.value,
      [...declared].filter((name) => !named.has(name)),
    );
    const inner = { from: required.from + 1, to: required.to - 1 };
    const unknown = `\`${shown}\` is required, and no property has this name.`;
    if (meant === null) {
      const message = `${unknown} The model does not know it, so its calls do not match the schema.`;
      const edit = replacement(`Remove \`${shown}\``, listItemSpan(required.items, index, inner), '');
      found.add('required-unknown', item, message, edit);
    } else {
      const edit = replacement(`Change to \`${shortened(meant)}\``, item, valueToText(meant));
      found.add('required-unknown', item, `${unknown} Did you mean \`${shortened(meant)}\`?`, edit);
    }
  });
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

function checkEnum(found: Findings, schema: JsonObjectNode): void {
  const values: JsonNode | undefined = member(schema, 'enum');
  if (values?.kind !== 'array' || values.items.length > 0) return;
  const at = schema.members.findIndex(({ value }) => value === values);
  const spans = schema.members.map(({ key, value }) => ({ from: key.from, to: value.to }));
  const inner = { from: schema.from + 1, to: schema.to - 1 };
  const edit = replacement('Remove the empty `enum`', listItemSpan(spans, at, inner), '');
  found.add('empty-enum', values, '`enum` is empty, so it allows no value.', edit);
}

function replacement(label: string, { from, to }: Span, insert: string): Edit {
  return { label, changes: [{ span: span(from, to), insert }] };
}
