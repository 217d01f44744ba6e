import type { ToolDefinition } from '../tools/index.ts';
import type { DeclaredFor, LoggedReply } from './reply.ts';

/**
 * The tools of questions and requests, by the ids of their records, whatever order files come in. A reply that has tools of its own
 * keeps them.
 */
export class DeclaredTools {
  readonly #tools = new Map<string, readonly ToolDefinition[]>();

  add(declared: readonly DeclaredFor[]): void {
    for (const { record, tools } of declared) this.#tools.set(record, tools);
  }

  get size(): number {
    return this.#tools.size;
  }

  joined(reply: LoggedReply): LoggedReply {
    if (reply.tools !== null) return reply;
    const tools = this.#tools.get(reply.record);
    return tools === undefined ? reply : { ...reply, tools };
  }
}
