import type { JsonObject, JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder, Words } from '../../../trace/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import type { CallPart, Part, ProtocolStream, Sent } from './parts.ts';
import type { Schema } from './schema.ts';

/** What a release of the middleware does where releases differ. `../release.ts` is the newest; older ones are frozen. */
export interface Release {
  readonly source: { readonly version: string; readonly commit?: string };
  /** What its runtimes have at the end of their ids, labels and descriptions. */
  readonly suffixes: { readonly id: string; readonly label: string; readonly emulates: string };
  readonly words: Readonly<Record<string, Words>>;
  /** A sentence: what it does where the protocol finds no call. */
  readonly withoutCall: string;
  readonly guard: Guard;
  readonly values: ValueRules;
  readonly hermes: HermesRules;
  readonly qwen: QwenRules;
  readonly yaml: YamlRules;
  /** The parts of a whole text in which the protocol found no call; null where there is none all the same. */
  recover(reply: string, tools: readonly ToolDefinition[], steps: Recorder<string>): readonly Part[] | null;
  /** The stream of a protocol with what the middleware does around it. */
  around(stream: ProtocolStream, tools: readonly ToolDefinition[]): ProtocolStream;
}

/** Which keys are taken for an attack; the client gets nothing of a call that has one. */
interface Guard {
  /** Whether a text writes such a key. */
  writes(text: string): boolean;
  /** Whether arguments have one. */
  holds(args: JsonValue): boolean;
}

/** How values are made to fit a schema. */
export interface ValueRules {
  /** The object that a text writes. */
  objectIn(text: string): JsonValue | undefined;
  /** The list that a text writes which is not JSON. */
  listIn(text: string): JsonValue | undefined;
  /** What the client gets of arguments that fit. */
  kept(args: JsonValue, schema: Schema): JsonValue;
}

/** Which arguments a schema allows, coerced by it; undefined where it does not allow them. */
export interface ArgumentRules {
  record(args: JsonObject, schema: Schema): JsonObject | undefined;
  /** Arguments that are neither an object nor null. */
  other(args: JsonValue, schema: Schema): JsonValue | undefined;
}

interface HermesRules extends ArgumentRules {
  /** Relaxed JSON as it is read. */
  unescaped(json: string): string;
  /** Whether a call is repaired whose arguments can be read, and are not allowed. */
  readonly repairsRefused: boolean;
  /** What is found in blocks that are no call; null where nothing is looked for. */
  readonly recovery: HermesRecovery | null;
}

/** What is found in blocks that are no call of their own form, and in blocks that do not end as they should. */
export interface HermesRecovery {
  /** Calls of any form in a block that has nothing else but tags; null where there are none, or the schema refuses one. */
  callsInBlock(body: string, base: number, tools: readonly ToolDefinition[]): readonly CallPart[] | null;
  /** Whether text before another block is a complete call in strict JSON, so that the other block ends this one. */
  isWholeCall(text: string, tools: readonly ToolDefinition[]): boolean;
  /**
   * Text that ends in the beginning of a closing tag, without it; null for any other text, and where no list begins in it.
   * Of such a list only one of two or more calls in strict JSON is read.
   */
  cutList(text: string): { readonly list: string; readonly isWhole: boolean } | null;
}

export interface QwenRules {
  /** The attribute `name` in a tag: the second group is its value. */
  readonly nameAttribute: RegExp;
  /** The name of a call, of what is written as its name. */
  nameOf(written: string): string;
  /** A value without the tags that may be around it. */
  unwrapped(value: string): string;
  /** Declared properties whose elements are parameters, by their names in small letters. */
  membersOf(schema: Schema): ReadonlyMap<string, string>;
  /** Whether a tag begins here before which a value without a closing tag ends. */
  endsValue(lower: string, at: number, members: ReadonlyMap<string, string>, longest: number): boolean;
  /** Whether `<parameter>NAME</parameter>` names the value after it. */
  readonly takesNameless: boolean;
  /** Whether calls without a closing tag count that are in a block before one that has it. */
  readonly takesOpenBeforeClosed: boolean;
  /** Beginnings of blocks that count as the tag of a call; null where none do. */
  readonly misspelt: MisspeltOpeners | null;
  /** Whether all text is sent without closing tags of blocks at its ends; else only text beside calls. */
  readonly stripsAllText: boolean;
  /** Whether the application is told of a call outside of blocks that has neither an end nor a name. */
  readonly tellsOpenCall: boolean;
  /** Where something begins that a stream does not send yet: the smallest that is not negative. */
  startsIn(lower: string): readonly number[];
  /** Whether a stream sends what it holds back before it looks for calls in it a last time. */
  readonly sendsHeldFirst: boolean;
  /** The calls of a block that a stream could not read in pieces. */
  callsAtEnd(raw: string, scope: QwenScope): readonly Sent[] | null;
}

/** What calls are read by. */
export interface QwenScope {
  readonly tools: readonly ToolDefinition[];
  readonly release: Release;
}

/** Beginnings of blocks that count as the tag of a call, though they are not written as one. */
export interface MisspeltOpeners {
  /** @param inner what follows `<tool_call>` */
  find(inner: string, tools: readonly ToolDefinition[]): Opener | null;
  /** Whether a text that is coming in may still become such a beginning. */
  isUnfinished(inner: string, tools: readonly ToolDefinition[]): boolean;
  /** A text that is coming in, with a tag in the place of its misspelt beginning. */
  mended(inner: Excerpt, tools: readonly ToolDefinition[]): Excerpt;
}

/** A beginning of a block that counts as the tag of a call. */
export interface Opener {
  /** Where it ends in the text, and where white space before it does. */
  readonly to: number;
  readonly from: number;
  /** The tag that is read instead. */
  readonly tag: string;
}

export type YamlBody =
  | { readonly ok: true; readonly args: JsonObject; readonly how: 'yaml' | 'other' }
  /** `at` is about where the YAML could not be accepted; -1 where it is read, and no mapping. */
  | { readonly ok: false; readonly at: number };

interface YamlRules {
  /** The arguments of a call. */
  body(content: string, schema: Schema): YamlBody;
  /** What text outside of calls holds beside text; null where it is only text. */
  otherParts(text: string, base: number, tools: readonly ToolDefinition[]): readonly Part[] | null;
  stream(tools: readonly ToolDefinition[], release: Release): ProtocolStream;
}
