import { trimElixir } from '../text/languages/index.ts';
import {
  type JsonArrayNode,
  type JsonNode,
  type JsonObject,
  type JsonObjectNode,
  member,
  nodeToValue,
  readJson,
} from '../text/json/index.ts';
import { span, type Span } from '../text/document/index.ts';
import { FORM_LABELS, given, ownSchema, recognise, SCHEMA_KEYS, type ToolForm } from './tool-form.ts';
import { kindName, syntaxMessage, toolProblem, type ToolProblem, type ToolProblemCode } from './tool-problem.ts';
import type { ToolDefinition } from './tool.ts';

export interface ReadTool {
  readonly definition: ToolDefinition;
  readonly form: ToolForm;
  /** The whole entry. */
  readonly span: Span;
  /** The value that holds the name, quotes included. */
  readonly nameSpan: Span;
  /** The schema as written, for uses that must not round numbers or reorder keys. */
  readonly schemaNode: JsonObjectNode | null;
  /** The object with the name in it: the entry itself, or what it has under `function`. */
  readonly bodyNode: JsonObjectNode;
}

export interface ToolsReading {
  readonly tools: readonly ReadTool[];
  readonly problems: readonly ToolProblem[];
}

/**
 * Reads a JSON text that holds one tool or a list of tools; each entry may have its own form. A list may be wrapped:
 * `{"tools": […]}`, as MCP answers and request bodies have it. Blank text holds no tools.
 *
 * An entry that cannot be read is a problem and hides nothing else; only a syntax error hides everything.
 */
export function readTools(text: string): ToolsReading {
  const reader = new ToolsReader();
  // Files from some editors begin with a byte order mark, which is not JSON.
  const from = text.startsWith('\ufeff') ? 1 : 0;
  if (trimElixir(text.slice(from)) !== '') {
    const reading = readJson(text, from);
    if (reading.ok) reader.readRoot(reading.node);
    else reader.report('syntax', reading.error.span, syntaxMessage(text, reading.error));
  }
  return { tools: reader.tools, problems: reader.problems };
}

/**
 * What was given as the tools: their list, or the one tool alone. Null for blank text and for what is not
 * JSON.
 */
export function toolListNode(text: string): JsonNode | null {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const reading = trimElixir(text.slice(from)) === '' ? null : readJson(text, from);
  if (reading?.ok !== true) return null;
  return (reading.node.kind === 'object' ? wrappedList(reading.node) : null) ?? reading.node;
}

/** The definitions that a text declares; absent where it declares none, as a request that nobody saw. */
export function declaredTools(text: string): readonly ToolDefinition[] | undefined {
  const tools = toolDefinitions(text);
  return tools.length === 0 ? undefined : tools;
}

/** The definitions alone. */
export function toolDefinitions(text: string): ToolDefinition[] {
  return text === '' ? [] : readTools(text).tools.map(({ definition }) => definition);
}

class ToolsReader {
  readonly tools: ReadTool[] = [];
  readonly problems: ToolProblem[] = [];
  readonly #places = new Map<string, string>();

  report(code: ToolProblemCode, at: Span, message: string): void {
    this.problems.push(toolProblem(code, at, message));
  }

  readRoot(root: JsonNode): void {
    const list = root.kind === 'object' ? wrappedList(root) : root;
    if (list === null) {
      this.#readEntry(root, 'This tool');
    } else if (list.kind === 'array') {
      this.#readList(list);
    } else {
      this.report('not-a-tool-list', list, `Expected a tool or a list of tools, found ${kindName(list)}.`);
    }
  }

  #readList(list: JsonArrayNode): void {
    list.items.forEach((entry, index) => {
      this.#readEntry(entry, `Tool ${index + 1}`);
    });
  }

  #readEntry(entry: JsonNode, place: string): void {
    if (entry.kind !== 'object') {
      this.report('entry-not-object', entry, `${place} is ${kindName(entry)}, not an object.`);
      return;
    }
    const recognised = recognise(entry);
    if (recognised === null) {
      this.report('unknown-form', entry, `${place} has neither a name nor a schema in any known form.`);
      return;
    }
    const { form, body } = recognised;
    if (body.kind !== 'object') {
      this.report('function-not-object', body, `${place}: \`function\` is ${kindName(body)}, not an object.`);
      return;
    }
    const name = this.#readName(form, body, place);
    if (name === null) return;
    const label = `${place} (\`${name.value}\`)`;
    const earlier = this.#places.get(name.value);
    if (earlier === undefined) this.#places.set(name.value, place);
    else this.report('duplicate-name', name.span, `${label} has the same name as ${earlier.toLowerCase()}.`);

    const description = this.#readDescription(body, label);
    const schema = form === 'json-schema' ? ownSchema(body) : this.#readSchema(form, body, label);
    const parallelSafe = form === 'exathena' ? this.#readParallelSafe(body, label) : undefined;
    const definition: ToolDefinition = {
      name: name.value,
      ...(description !== undefined && { description }),
      ...(schema !== null && { schema: nodeToValue(schema) as JsonObject }),
      ...(parallelSafe !== undefined && { parallelSafe }),
    };
    this.tools.push({
      definition,
      form,
      span: span(entry.from, entry.to),
      nameSpan: name.span,
      schemaNode: schema,
      bodyNode: body,
    });
  }

  #readName(form: ToolForm, body: JsonObjectNode, place: string): { value: string; span: Span } | null {
    const key = form === 'json-schema' ? 'title' : 'name';
    const node = member(body, key);
    if (node === undefined) {
      const reason =
        form === 'json-schema'
          ? 'a JSON Schema on its own requires a `title` as the name of the tool'
          : '`name` is missing';
      this.report('missing-name', body, `${place}: ${reason}.`);
      return null;
    }
    if (node.kind !== 'string') {
      this.report('name-not-string', node, `${place}: \`${key}\` is ${kindName(node)}, not a string.`);
      return null;
    }
    if (node.value === '') {
      this.report('empty-name', node, `${place}: \`${key}\` is empty.`);
      return null;
    }
    return { value: node.value, span: span(node.from, node.to) };
  }

  #readDescription(body: JsonObjectNode, label: string): string | undefined {
    const node = given(body, 'description');
    if (node === undefined) return undefined;
    if (node.kind === 'string') return node.value;
    this.report(
      'description-not-string',
      node,
      `${label}: \`description\` is ${kindName(node)}. Callscope ignores it.`,
    );
    return undefined;
  }

  #readSchema(form: keyof typeof SCHEMA_KEYS, body: JsonObjectNode, label: string): JsonObjectNode | null {
    const expected = SCHEMA_KEYS[form];
    const keys = [expected, ...Object.values(SCHEMA_KEYS)].filter(
      (key, index, all) => all.indexOf(key) === index && given(body, key) !== undefined,
    );
    const [used, ...others] = keys;
    const node = used === undefined ? undefined : given(body, used);
    if (used === undefined || node === undefined) {
      const loose = member(body, 'properties');
      if (loose?.kind === 'object') {
        const message = `${label}: \`properties\` is next to \`name\`, so nothing reads it. Move it into \`${expected}\`.`;
        this.report('loose-properties', loose, message);
      }
      return null;
    }
    for (const other of others) {
      const message = `${label} has \`${used}\` and \`${other}\`. Callscope uses only \`${used}\`.`;
      this.report('several-schema-keys', given(body, other) ?? body, message);
    }
    if (used !== expected) {
      const message = `${label}: \`${used}\` is the schema for Callscope, but not for readers of the ${FORM_LABELS[form]} form. They expect \`${expected}\`.`;
      this.report('foreign-schema-key', node, message);
    }
    if (node.kind === 'object') return node;
    this.report(
      'schema-not-object',
      node,
      `${label}: \`${used}\` is ${kindName(node)}, not an object. Callscope ignores it.`,
    );
    return null;
  }

  #readParallelSafe(body: JsonObjectNode, label: string): boolean | undefined {
    const node = given(body, 'parallel_safe');
    if (node === undefined) return undefined;
    if (node.kind === 'true' || node.kind === 'false') return node.kind === 'true';
    const message = `${label}: \`parallel_safe\` is ${kindName(node)}, not true or false. Callscope ignores it.`;
    this.report('parallel-safe-not-boolean', node, message);
    return undefined;
  }
}

/** The value under `tools` of an object that is not itself a tool; an MCP answer has it one level down. */
function wrappedList(root: JsonObjectNode): JsonNode | null {
  if (member(root, 'name') !== undefined) return null;
  const result = member(root, 'result');
  return member(root, 'tools') ?? (result === undefined ? null : (member(result, 'tools') ?? null));
}
