import { followed, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

/** Signs that no name of a tool has, but patterns and placeholders do. */
const ODD_NAME = /[[\](){}<>"'=^*|\\]/;
/** Names with which models say that they call no tool. */
const noCallNames = new Set(['no_function', 'no_function_call', 'directly-answer', 'directly_answer']);

/** White space and invisible characters. */
const BLANK = /[\s\u00ad\u200b-\u200f\u2060-\u206f]/;

/** A name without white space at its ends. */
export function trimmedName(name: string): string {
  let from = 0;
  let to = name.length;
  while (from < to && BLANK.test(name.charAt(from))) from += 1;
  while (to > from && BLANK.test(name.charAt(to - 1))) to -= 1;
  return name.slice(from, to);
}

/** Invisible characters, and the escapes of Markdown. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u206f\ufeff]|\\(?=_)/g;
/** Quotes around a name, and brackets after it, empty or with the parameters of its signature. */
const WRAPPING = /^["'`*]+|["'`*]+$|\([^()]*\)$/g;
/** A stray token in a name, and the text after it. */
const STRAY = /<[|｜].*$/s;
const LONGEST_DIRTY = 300;

/** A name without quotes, backticks and brackets around it, and without stray tokens and signs that no name has. */
function bareName(name: string): string {
  if (name.length > LONGEST_DIRTY) return name;
  let bare = trimmedName(name.replace(STRAY, '').replaceAll(INVISIBLE, ''));
  for (let times = 0; times < 3; times += 1) bare = trimmedName(bare.replaceAll(WRAPPING, ''));
  return bare;
}

/** Why a text cannot be the name of a tool. */
type NameFault = 'missing-name' | 'no-call-name' | 'not-a-name';

/** The declared tools, by name. */
export class ToolIndex {
  readonly names: readonly string[];
  readonly #tools: ReadonlyMap<string, ToolDefinition>;
  /** The last resolved name, and the last judged one: the calls of a reply have few names. */
  #resolved: { readonly name: string; readonly meant: string } = { name: '', meant: '' };
  #judged: { readonly name: string; readonly fault: NameFault | null } = { name: '', fault: 'missing-name' };

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.names = [...this.#tools.keys()];
  }

  get isEmpty(): boolean {
    return this.names.length === 0;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Whether a call without markers is credible: its name is declared, or no tools are. */
  accepts(name: string): boolean {
    return this.isEmpty || this.has(this.resolve(name));
  }

  /** Whether an expression of code calls a declared tool: before a dot of code is an object and not a server. */
  hasInCode(name: string): boolean {
    return !this.isEmpty && this.#decorated(name) !== null;
  }

  /**
   * The declared name that a decorated one means: `name` for `@name`, `functions.name`, `api:name`, `server__name` and
   * `server.name`, also with white space around it. A name that is declared itself stays.
   */
  resolve(name: string): string {
    if (name !== this.#resolved.name) this.#resolved = { name, meant: this.#meant(name) };
    return this.#resolved.meant;
  }

  #meant(name: string): string {
    if (this.isEmpty)
      return name.length > LONGEST_DIRTY
        ? name
        : name
            .replaceAll(INVISIBLE, '')
            .replace(/\(\)$/, '')
            .replace(/^functions\.(?=\w)/, '');
    return this.#decorated(name) ?? this.#ofServer(bareName(name)) ?? name;
  }

  #decorated(name: string): string | null {
    return this.#declared(name) ?? this.#declared(trimmedName(name)) ?? this.#declared(bareName(name));
  }

  /** Clients of MCP write the server before the name, with dots or slashes. */
  #ofServer(name: string): string | null {
    const last = /^(?:[\w-]+[./]){1,4}([\w-]+)$/.exec(name)?.[1];
    return last !== undefined && this.has(last) ? last : null;
  }

  #declared(name: string): string | null {
    if (this.has(name)) return name;
    for (const prefix of ['@', 'functions.', 'default_api.', 'tools.']) {
      if (name.startsWith(prefix) && this.has(name.slice(prefix.length))) return name.slice(prefix.length);
    }
    // Gemma writes the space of a name before it, and other models the server that they know the tool from.
    for (const separator of [':', '__']) {
      const at = name.lastIndexOf(separator);
      const last = name.slice(at + separator.length);
      if (at >= 0 && this.has(last)) return last;
    }
    return null;
  }

  /** What is wrong with a resolved name; null if it may be called. */
  faultOf(name: string): NameFault | null {
    if (name !== this.#judged.name) this.#judged = { name, fault: this.#faultIn(name) };
    return this.#judged.fault;
  }

  #faultIn(name: string): NameFault | null {
    if (name === '' || name === 'functions.') return 'missing-name';
    if (this.has(name)) return null;
    if (noCallNames.has(name)) return 'no-call-name';
    return ODD_NAME.test(name) ? 'not-a-name' : null;
  }

  /** The declared parameter that a key with quotes, spaces or a colon around it means; the key itself if there is none. */
  resolveKey(tool: string, key: string): string {
    const properties = this.#properties(tool);
    // No key ends with a colon.
    if (properties === null && this.isEmpty)
      return /^[\w.-]{1,200}[ \t]*:$/.test(key) ? bareName(key.slice(0, -1)) : key;
    if (properties === null || Object.hasOwn(properties, key)) return key;
    const bare = bareName(key.replace(/\s*[:=]\s*$/, ''));
    return Object.hasOwn(properties, bare) ? bare : key;
  }

  /** The one declared tool that has all these parameters and requires no other; null if there is none, or several. */
  fitting(keys: readonly string[]): string | null {
    if (keys.length === 0) return null;
    const found = this.names.filter((name) => {
      const properties = this.#properties(name);
      return (
        properties !== null && keys.every((key) => Object.hasOwn(properties, key)) && !this.lacksRequired(name, keys)
      );
    });
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** Whether the tool requires a parameter that is not among these. */
  lacksRequired(tool: string, keys: readonly string[]): boolean {
    const required = this.schema(tool)?.['required'];
    return Array.isArray(required) && !required.every((key) => typeof key === 'string' && keys.includes(key));
  }

  /** The schema of one parameter; null if it is not declared. */
  parameter(tool: string, name: string): JsonObject | null {
    return ownObject(this.#properties(tool), name);
  }

  /** The schema of all arguments of a tool; null if it has none. */
  schema(tool: string): JsonObject | null {
    return this.#tools.get(this.resolve(tool))?.schema ?? null;
  }

  /** The names of the parameters in the order of the schema. */
  parameters(tool: string): readonly string[] {
    return Object.keys(this.#properties(tool) ?? {});
  }

  /** The only parameter of a declared tool, or the only one that it requires; null if there is none. */
  mainParameter(tool: string): string | null {
    const required = this.schema(tool)?.['required'];
    const [only, ...others] = this.parameters(tool);
    if (only !== undefined && others.length === 0) return only;
    const [main, ...more] = Array.isArray(required) ? required : [];
    return typeof main === 'string' && more.length === 0 ? main : null;
  }

  #properties(tool: string): JsonObject | null {
    const schema = this.schema(tool);
    const own = schema === null ? null : followed(schema, schema);
    return ownObject(own, 'properties');
  }
}

function ownObject(value: JsonValue, key: string): JsonObject | null {
  const has = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const own = has ? (value as JsonObject)[key] : undefined;
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? own : null;
}
