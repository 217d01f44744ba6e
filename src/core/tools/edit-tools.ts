import { applyEdit, type Edit, type Span } from '../text/document/index.ts';
import { type JsonMember, type JsonNode, type JsonObjectNode, valueToText } from '../text/json/index.ts';
import type { ToolDefinition } from './tool.ts';
import { readTools, toolListNode, type ReadTool } from './tool-definitions.ts';
import { SCHEMA_KEYS, type ToolForm } from './tool-form.ts';
import { writeTools } from './write-tools.ts';

/**
 * Changes to a JSON text of tools that leave everything else in it as it was written: other entries, unknown keys, line
 * breaks. Each answers with the new text, or null where the text is not JSON or has no such tool. `index` counts the
 * tools that `readTools` finds.
 */

/** Adds tools at the end, in the form of the last one there. */
export function addTools(text: string, tools: readonly ToolDefinition[]): string | null {
  if (tools.length === 0) return text;
  const list = toolListNode(text);
  const form = readTools(text).tools.at(-1)?.form ?? 'openai';
  if (list === null) return text.trim() === '' ? entriesText(tools, form, '  ', ['[\n  ', '\n]']) : null;
  if (list.kind === 'object') {
    return `${text.slice(0, list.from)}[\n${entriesText(tools, form, '', [text.slice(list.from, list.to) + ',\n', '\n]'])}${text.slice(list.to)}`;
  }
  if (list.kind !== 'array') return null;
  const last = list.items.at(-1);
  const outer = indentAt(text, list.from);
  if (last === undefined) {
    const indent = `${outer}  `;
    return splice(text, list, entriesText(tools, form, indent, [`[\n${indent}`, `\n${outer}]`]));
  }
  const indent = startsLine(text, last.from) ? indentAt(text, last.from) : `${outer}  `;
  return splice(text, { from: last.to, to: last.to }, entriesText(tools, form, indent, [`,\n${indent}`, '']));
}

/** Adds tools; where one has the name of a tool that is there, it takes its place or gets a free name. */
export function mergeTools(
  text: string,
  tools: readonly ToolDefinition[],
  sameName: 'replace' | 'keep-both',
): string | null {
  const places = new Map<string, number>();
  readTools(text).tools.forEach(({ definition: { name } }, index) => {
    if (!places.has(name)) places.set(name, index);
  });
  const taken = new Set(places.keys());
  let merged: string | null = text;
  const added: ToolDefinition[] = [];
  for (const tool of tools) {
    const place = places.get(tool.name);
    if (sameName === 'replace' && place !== undefined && merged !== null) {
      merged = replaceTool(merged, place, tool);
      continue;
    }
    const name = freeName(tool.name, taken);
    taken.add(name);
    added.push({ ...tool, name });
  }
  return merged === null ? null : addTools(merged, added);
}

/** The name itself, or with the first number that makes it free: `read_2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** Writes what is new in `tool` into the entry, in the form the entry has. */
export function replaceTool(text: string, index: number, tool: ToolDefinition): string | null {
  const old = readTools(text).tools[index];
  if (old === undefined) return null;
  const { form } = old;
  // There the schema has no place of its own.
  if (form === 'json-schema') return splice(text, old.span, entryText(tool, form, indentAt(text, old.span.from)));
  const edits = new MemberEdits(text, old.bodyNode);
  if (tool.name !== old.definition.name) edits.set('name', tool.name);
  if (tool.description !== old.definition.description) edits.set('description', tool.description);
  if (valueToText(tool.schema) !== valueToText(old.definition.schema)) edits.set(schemaKey(old, form), tool.schema);
  if (form === 'exathena' && tool.parallelSafe !== old.definition.parallelSafe) {
    edits.set('parallel_safe', tool.parallelSafe);
  }
  return edits.apply();
}

export function removeTool(text: string, index: number): string | null {
  const tool = readTools(text).tools[index];
  const list = toolListNode(text);
  if (tool === undefined || list === null) return null;
  if (list.kind !== 'array') return splice(text, list, '[]');
  const at = list.items.findIndex(({ from }) => from === tool.span.from);
  return splice(text, listItemSpan(list.items, at, list), list.items.length === 1 ? '[]' : '');
}

/** Swaps a tool with the one before it or after it. */
export function moveTool(text: string, index: number, by: -1 | 1): string | null {
  const { tools } = readTools(text);
  const [first, second] = [tools[Math.min(index, index + by)]?.span, tools[Math.max(index, index + by)]?.span];
  if (first === undefined || second === undefined) return null;
  return [
    text.slice(0, first.from),
    text.slice(second.from, second.to),
    text.slice(first.to, second.from),
    text.slice(first.from, first.to),
    text.slice(second.to),
  ].join('');
}

/** What to take out so that an item goes with one of its commas; the whole of `container` for the only item. */
export function listItemSpan(items: readonly Span[], at: number, container: Span): Span {
  const [item, next, previous] = [items[at], items[at + 1], items[at - 1]];
  if (item === undefined) return { from: container.from, to: container.from };
  if (next !== undefined) return { from: item.from, to: next.from };
  return previous === undefined ? { from: container.from, to: container.to } : { from: previous.to, to: item.to };
}

function schemaKey(tool: ReadTool, form: Exclude<ToolForm, 'json-schema'>): string {
  const used = tool.bodyNode.members.find(({ value }) => value === tool.schemaNode);
  return used?.key.value ?? SCHEMA_KEYS[form];
}

/** Changes to the members of one object. */
class MemberEdits {
  readonly #text: string;
  readonly #body: JsonObjectNode;
  readonly #changes: { span: Span; insert: string }[] = [];

  constructor(text: string, body: JsonObjectNode) {
    this.#text = text;
    this.#body = body;
  }

  /** undefined takes the member away. */
  set(key: string, value: unknown): void {
    const { members } = this.#body;
    const at = members.findIndex((entry) => entry.key.value === key);
    const old = members[at];
    if (value === undefined) {
      if (old !== undefined) this.#change(listItemSpan(members.map(memberSpan), at, inside(this.#body)), '');
    } else if (old === undefined) {
      this.#insert(key, value);
    } else {
      this.#change(old.value, this.#valueText(value, old.key.from));
    }
  }

  apply(): string {
    const changes = this.#changes.toSorted((a, b) => a.span.from - b.span.from);
    const edit: Edit = { label: '', changes };
    return applyEdit(this.#text, edit);
  }

  /** A description comes below the name, anything else at the end. */
  #insert(key: string, value: unknown): void {
    const { members } = this.#body;
    const name = members.find((entry) => entry.key.value === 'name');
    const before = key === 'description' ? (name ?? members.at(-1)) : members.at(-1);
    if (before === undefined) return;
    const at = before.value.to;
    const breaks = startsLine(this.#text, before.key.from);
    const gap = breaks ? `\n${indentAt(this.#text, before.key.from)}` : ' ';
    this.#change({ from: at, to: at }, `,${gap}${JSON.stringify(key)}: ${this.#valueText(value, before.key.from)}`);
  }

  #valueText(value: unknown, beside: number): string {
    if (!startsLine(this.#text, beside)) return valueToText(value);
    return indented(valueToText(value, 2), indentAt(this.#text, beside));
  }

  #change(at: Span, insert: string): void {
    this.#changes.push({ span: { from: at.from, to: at.to }, insert });
  }
}

function memberSpan({ key, value }: JsonMember): Span {
  return { from: key.from, to: value.to };
}

function inside(node: JsonNode): Span {
  return { from: node.from + 1, to: node.to - 1 };
}

function entriesText(
  tools: readonly ToolDefinition[],
  form: ToolForm,
  indent: string,
  [before, after]: readonly [string, string],
): string {
  return before + tools.map((tool) => entryText(tool, form, indent)).join(`,\n${indent}`) + after;
}

/** One entry, its first line without indentation. */
function entryText(tool: ToolDefinition, form: ToolForm, indent: string): string {
  // Only the ExAthena form can say whether a tool is parallel safe, and only a schema can be a bare schema.
  const needsOwnForm = tool.parallelSafe !== undefined || (form === 'json-schema' && tool.schema === undefined);
  const lines = writeTools([tool], needsOwnForm ? 'exathena' : form)
    .split('\n')
    .slice(1, -1);
  // Strings hold no line breaks, so every line is one of the layout.
  return lines.map((line, index) => (index === 0 ? '' : indent) + line.slice(2)).join('\n');
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** The white space at the start of the line on which `offset` is. */
function indentAt(text: string, offset: number): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  let to = from;
  while (to < offset && (text[to] === ' ' || text[to] === '\t')) to += 1;
  return text.slice(from, to);
}

function startsLine(text: string, offset: number): boolean {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  return from > 0 && text.slice(from, offset).trim() === '';
}

function splice(text: string, { from, to }: Span, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}
