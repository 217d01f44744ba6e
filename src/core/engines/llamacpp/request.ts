import type { JsonObject } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { choice } from './peg/matchers.ts';
import type { Matcher } from './peg/reading.ts';
import { readSchema, type Parameter, type Schema } from './schema.ts';

/** A tool of the request. Its schema is read when a parser asks for it: some never do, and take what no other accepts. */
export class DeclaredTool {
  readonly name: string;
  readonly definition: JsonObject;
  #schema: Schema | null = null;

  constructor({ name, schema = {} }: ToolDefinition) {
    this.name = name;
    this.definition = schema;
  }

  /** @throws {UnreadableSchema} */
  get schema(): Schema {
    return (this.#schema ??= readSchema(this.definition));
  }

  get parameters(): readonly Parameter[] {
    return this.schema.kind === 'object' ? this.schema.parameters : [];
  }

  get required(): readonly Parameter[] {
    return this.parameters.filter(({ isRequired }) => isRequired);
  }

  get optional(): readonly Parameter[] {
    return this.parameters.filter(({ isRequired }) => !isRequired);
  }
}

/** What a parser is built for. */
export interface Request {
  readonly tools: readonly DeclaredTool[];
  readonly isThinking: boolean;
  /** Whether the template can show several calls of one turn. Where it cannot, a second call is not part of the parser. */
  readonly isParallel: boolean;
  /** What the template puts before the reply; it is parsed together with it. */
  readonly prompt: string;
  readonly rules: Rules;
}

/**
 * The named parts of one parser. Their names have only letters, digits and dashes: two tools whose names differ in other
 * characters share one part, and the later tool is the one that can be called.
 */
export class Rules {
  readonly #parts = new Map<string, Matcher>();
  readonly #references = new Map<string, Matcher>();
  #calls: Matcher | null = null;

  /** What the sampler is bound to once a call has begun; null where there are no calls. */
  get calls(): Matcher | null {
    return this.#calls;
  }

  /** Says that this part is all the calls. */
  asCalls(part: Matcher): Matcher {
    this.#calls = part;
    return part;
  }

  rule(name: string, part: Matcher): Matcher {
    const key = name.replace(/[^a-zA-Z0-9-]+/g, '-');
    this.#parts.set(key, part);
    const known = this.#references.get(key);
    if (known !== undefined) return known;
    const reference: Matcher = (reading, at) => (this.#parts.get(key) ?? part)(reading, at);
    this.#references.set(key, reference);
    return reference;
  }
}

export function requestOf(
  tools: readonly ToolDefinition[],
  asked: Pick<Request, 'isThinking' | 'isParallel' | 'prompt'>,
): Request {
  return { ...asked, rules: new Rules(), tools: tools.map((tool) => new DeclaredTool(tool)) };
}

/** One of the declared tools. */
export function anyTool({ tools, rules }: Request, part: (tool: DeclaredTool) => Matcher): Matcher {
  return choice(...tools.map((tool) => rules.rule(`tool-${tool.name}`, part(tool))));
}

/** One of the parameters of a tool. */
export function anyParameter(
  { rules }: Request,
  tool: DeclaredTool,
  parameters: readonly Parameter[],
  part: (parameter: Parameter) => Matcher,
): readonly Matcher[] {
  return parameters.map((parameter) => rules.rule(`tool-${tool.name}-arg-${parameter.name}`, part(parameter)));
}
