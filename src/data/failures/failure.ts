import type { WrittenCall, WrittenCase } from '../written-case.ts';

/** THE list of what goes wrong, in the order of the filter. Ids are saved in browsers and stay. */
export const failureKinds = [
  { id: 'wrong-parser', label: 'Wrong parser' },
  { id: 'damaged-markers', label: 'Damaged markers' },
  { id: 'other-keys', label: 'Other keys' },
  { id: 'invalid-json', label: 'Invalid JSON' },
  { id: 'encoded-twice', label: 'Encoded twice' },
  { id: 'text-around', label: 'Text around the call' },
  { id: 'quoted-call', label: 'Quoted call runs' },
  { id: 'reasoning', label: 'Call in the reasoning' },
  { id: 'unknown-tool', label: 'Unknown tool' },
  { id: 'missing-argument', label: 'Missing argument' },
  { id: 'wrong-type', label: 'Wrong type' },
  { id: 'stream-differs', label: 'Stream differs' },
  { id: 'merged-deltas', label: 'Merged deltas' },
  { id: 'server-error', label: 'Server error' },
  { id: 'reply-lost', label: 'Reply lost' },
  { id: 'cut-off', label: 'Cut off' },
] as const satisfies readonly { readonly id: string; readonly label: string }[];

export type FailureKind = (typeof failureKinds)[number]['id'];

/** What the client gets, as the sentences of a failure say. A test runs all of it. */
interface FailureClaim {
  readonly calls: readonly WrittenCall[] | 'error';
  /** The text that the client gets; absent where the failure makes no claim about it. */
  readonly content?: string | null;
  /** Is in the text that reaches the client in no form. */
  readonly lost?: string;
  /** What a client has at the end of the stream; absent where the failure makes no claim about it. */
  readonly streamed?: { readonly calls: readonly WrittenCall[]; readonly content?: string; readonly breaks?: true };
}

/** What makes the calls come that were meant. A test runs it. */
interface FailureRemedy {
  /** What becomes different; nothing where the whole reply gives the calls already. */
  readonly change: WrittenCase;
  readonly calls: readonly WrittenCall[];
  /** The stream gives them as well. */
  readonly streamed?: true;
}

/** A failure that people reported, as a case of our own: the shape is theirs, the text is not. */
export interface WrittenFailure {
  readonly id: string;
  readonly title: string;
  readonly kind: FailureKind;
  /** The label of the project whose runtime reads the reply. */
  readonly engine: string;
  /** Where it was reported: `owner/repo#number`. */
  readonly threads: readonly string[];
  /** What the client gets, and why, in one or two sentences. */
  readonly happens: string;
  readonly helps: string;
  /** What is known from documentation or reports, and not run here. */
  readonly documented?: string;
  /** What is different from an empty page. */
  readonly state: WrittenCase & Required<Pick<WrittenCase, 'profile' | 'tools'>>;
  readonly claim: FailureClaim;
  readonly remedy: FailureRemedy;
}

/** The failures of one engine. */
export function failuresOf(
  engine: string,
  failures: readonly Omit<WrittenFailure, 'engine'>[],
): readonly WrittenFailure[] {
  return failures.map((failure) => ({ ...failure, engine }));
}

/** A call by its name and the JSON text of its arguments. */
export function call(name: string, argumentsText: string): WrittenCall {
  return { name, argumentsText };
}

/** The recording of a reply that came in these pieces. */
export function inPieces(...pieces: readonly string[]): Required<Pick<WrittenCase, 'text' | 'recording'>> {
  return {
    text: pieces.join(''),
    recording: { lengths: pieces.slice(0, -1).map(({ length }) => length), gaps: [] },
  };
}

/** Entries of `tool_calls` in the shape of OpenAI, each by its name and the text of its arguments. */
export function nativeCalls(...entries: readonly (readonly [name: string, argumentsText: string])[]): string {
  const calls = entries.map(([name, text], index) => ({
    id: `call_${String(index + 1)}`,
    type: 'function',
    function: { name, arguments: text },
  }));
  return JSON.stringify(calls, null, 2);
}
