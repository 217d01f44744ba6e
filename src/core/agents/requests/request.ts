import { object, scalar, verbatim, type Json, type TextPiece } from './json.ts';

/** A tool as a request declares it. */
export interface RequestTool {
  readonly name: string;
  readonly description: string | null;
  /** JSON of the schema as written; null when there is none. */
  readonly schemaText: string | null;
}

/** What is asked of a model, before it has the shape of any provider. */
export interface RequestInput {
  readonly model: string;
  /** The system prompt; no pieces for none. */
  readonly system: readonly TextPiece[];
  readonly user: string;
  /** JSON of messages in the provider's format that take the place of the user's. Gemini's has none. */
  readonly messages?: readonly string[] | undefined;
  /** Tools that are declared in the request itself. */
  readonly tools: readonly RequestTool[];
  /** `seed` is left out where it is absent. Anthropic takes none. */
  readonly sampling: { readonly temperature: number; readonly maxTokens: number; readonly seed?: number | undefined };
  /** JSON Schema that the reply is held to; absent for none. OpenAI and Ollama take one. */
  readonly schemaText?: string | undefined;
  /** Ignored by Gemini, where the address says it. */
  readonly stream: boolean;
  /** Whether to mark what the server may keep for the next request. Only Anthropic's API has such marks. */
  readonly caching: boolean;
}

export interface RequestBody extends Json {
  /** The same JSON without white space, as programs send it. */
  readonly compact: string;
  /** What its server may cache, in the order of the request; empty where the request has no breakpoint. */
  readonly breakpoints: readonly Breakpoint[];
}

/** A place up to which Anthropic's server may keep a request. */
export interface Breakpoint {
  readonly on: 'tools' | 'system';
  /** Which of the system blocks, from 0; 0 for the tools. */
  readonly block: number;
  /** UTF-8 bytes of tools and system blocks up to here, as compact JSON. */
  readonly prefixBytes: number;
}

/** What is after the system prompt, where messages have a role and a content. */
export function spokenMessages({ user, messages }: RequestInput): Json[] {
  const asked = object([
    ['role', scalar('user')],
    ['content', scalar(user)],
  ]);
  return messages?.map(verbatim) ?? [asked];
}

export function textOf(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
