import type { DeclaredFor, LoggedReply } from './reply.ts';

/**
 * The tools and the expected calls of questions and requests, by the ids of their records, whatever order files come in. A reply that
 * has some of its own keeps them.
 */
export class DeclaredTools {
  readonly #tools = new Map<string, NonNullable<DeclaredFor['tools']>>();
  readonly #prompts = new Map<string, string>();
  readonly #expected = new Map<string, NonNullable<DeclaredFor['expected']>>();

  add(declared: readonly DeclaredFor[]): void {
    for (const { record, tools, expected, prompt } of declared) {
      if (prompt !== null) this.#prompts.set(record, prompt);
      if (tools !== null) this.#tools.set(record, tools);
      if (expected !== null) this.#expected.set(record, expected);
    }
  }

  get size(): number {
    return this.#tools.size;
  }

  joined(reply: LoggedReply): LoggedReply {
    const tools = reply.tools ?? this.#tools.get(reply.record) ?? null;
    // Of several replies of one record nobody knows which one should make the calls.
    const isOnly = reply.id === reply.record;
    const expected = reply.expected ?? (isOnly ? this.#expected.get(reply.record) : undefined);
    const prompt = reply.prompt ?? this.#prompts.get(reply.record);
    if (tools === reply.tools && expected === reply.expected && prompt === reply.prompt) return reply;
    return {
      ...reply,
      tools,
      ...(prompt === undefined ? {} : { prompt }),
      ...(expected === undefined ? {} : { expected }),
    };
  }
}
