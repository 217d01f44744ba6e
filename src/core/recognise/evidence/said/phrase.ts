import type { Cause, Did, Weight, Writer } from '../evidence.ts';
import { ownFixes } from './fixes.ts';

/** A sentence that one program writes, and what it means for the call that the person misses. */
export interface Phrase {
  readonly id: string;
  /** Bounded, and without repetition inside of repetition: it is looked for in whole logs. */
  readonly pattern: RegExp;
  /** Who writes it, and how sure that is; absent where several do. */
  readonly by?: readonly [writer: Writer, weight: Weight];
  /** The likeliest first; none for an error that no call is to blame for. */
  readonly causes: readonly Cause[];
  /** What the client gets; null where the sentence does not say it. */
  readonly did: Did | null;
  /** What the reply shows counts first: the sentence says only that nobody could read it. */
  readonly isVague?: true;
  /** It names what is wrong exactly: what the reply shows comes after it. */
  readonly isExact?: true;
  /** It ends a stream, whose status was sent before: that status says nothing of it. */
  readonly endsStream?: true;
  /** It tells what an error is about by its nouns alone: the words of the error say more. */
  readonly isBroad?: true;
  /** From it on the text is the client's, with an example of a call in it, which is none. */
  readonly hasExample?: true;
  /** It tells only of a reply that came as text. */
  readonly isOfText?: true;
  /** The server has no tool parser switched on, whatever the paste sets. */
  readonly hasNoParser?: true;
  /** It says that the JSON of the reply could not be read, and not where. */
  readonly wantsPlace?: true;
  /** A traceback of Python comes with it, whose last line says what was wrong. */
  readonly hasTraceback?: true;
  /** What it means, as a sentence; `$1` stands for the first group of the pattern. */
  readonly says: string;
  /** What to do about its first cause, where that is another thing than for most: a sentence that begins with a verb. */
  readonly fix?: string | undefined;
  /** The client wants a call, and cannot take a text: how it gets the same without one, as a sentence; '' where it has no such way. */
  readonly instead?: string;
}

/** A list of phrases of one writer. A comment before it names where they are written: file, commit, or page. */
export function phrasesOf(
  by: Phrase['by'] | null,
  rows: readonly (Omit<Phrase, 'by'> & Partial<Pick<Phrase, 'by'>>)[],
): readonly Phrase[] {
  return rows.map((row) => ({ ...(by === null ? {} : { by }), ...row }));
}

type Meaning = Pick<Phrase, 'causes' | 'did' | 'says' | 'fix'>;

/** What many programs say, each in words of its own. */
export const meant = {
  unknown: { causes: ['unknown-tool'], did: 'calls', says: 'The model called a tool that the client does not have.' },
  refused: { causes: ['arguments'], did: 'calls', says: 'The client refused the arguments of the call.' },
  unread: {
    causes: ['arguments', 'damaged'],
    did: 'calls',
    says: 'The client could not read the arguments of the call.',
  },
  noJson: {
    causes: ['arguments', 'damaged'],
    did: 'calls',
    says: 'The client could not read the arguments of the call: they are no JSON.',
  },
  noAction: {
    causes: ['other-format', 'damaged'],
    did: 'text',
    says: 'The client found no action in the text of the reply.',
    fix: ownFixes.form,
  },
} as const satisfies Readonly<Record<string, Meaning>>;

/** A server refuses what the client sent: its history, most often. */
export function sent(says: string, fix?: string): Meaning {
  return { causes: ['client'], did: 'error', says, fix };
}

/** The id that Kimi writes with a call, `functions.NAME:0`, in the place of the name. Source: Kimi-K2 docs/tool_call_guidance.md */
export const kimiId = /^functions\.([\w-]{1,80}):\d{1,4}$/;
/** @param name of the tool, which is in the id */
export const kimiIdMeant = (name: string): { readonly says: string; readonly fix: string } => ({
  says: `The call has an id of Kimi in place of its name: the tool is \`${name}\`.`,
  fix: 'Update or mend what reads the calls of Kimi, a server or a gateway: `functions.NAME:0` is the id. Or take the name out of it in the client.',
});

/** A name under which no client has a tool, and none should: what it means, and what to do. */
export const parallelWrapper = {
  says: 'The model wrote `multi_tool_use.parallel`, which is no tool but a wrapper around the calls that it meant.',
  fix: 'Send `parallel_tool_calls: false`, or run the calls in its `tool_uses`. Or send the request again.',
} as const;
