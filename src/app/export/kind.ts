import type { Did, EvidenceSentences } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';
import type { DiagnosedExtraction } from '../worker/protocol.ts';
import type { Conversation } from '../page/conversation.ts';
import type { FirstWords } from '../page/reading/first-words.ts';

/** What is exported. `fields` holds only what may go into a link. */
export interface Subject {
  readonly fields: LinkState;
  /** null when the engine has not answered. */
  readonly extraction: DiagnosedExtraction | null;
  /** '' where it would hold nothing of the case. */
  readonly link: string;
  /** The turns of the loop; null as long as one of them has not been read. */
  readonly conversation: Conversation | null;
  /** What the page says first; absent where nothing is proved and no page shows the case. */
  readonly said?: Said | null;
  /** Of a test among others: what tells its module from theirs. Letters and digits, the first one a capital. */
  readonly among?: string;
  /** How many of the servers on the page read the calls of the reply; absent where nobody has asked them. */
  readonly readers?: { readonly read: number; readonly asked: number } | null;
  /** The model that the paste names, or that of the case. */
  readonly model?: string | null;
}

/** What every export begins with: what the page says first, and what goes with it where nobody sees the page. */
export interface Said extends FirstWords {
  /** The permanent fix, where the first one only mends this reply; '' elsewhere. */
  readonly lasting: string;
  /** The error in the words of who reported it, where the headline does not quote all of it; '' elsewhere. */
  readonly error: string;
  /** The paste proves it; else it is what a runtime makes of the reply. */
  readonly isProved: boolean;
  /** What the server of the reader gave to its client; null where nobody knows. */
  readonly did: Did | null;
  /** Who runs the server, where the person does not: no command of theirs starts it. '' elsewhere. */
  readonly host: string;
  /** The proxy of the person, and the server that it asks; null for no proxy. */
  readonly proxy: EvidenceSentences['proxy'] | null;
  /** There is a reply to read, and not only the words of who tells of one. */
  readonly isRead: boolean;
}

/** One form in which a case leaves the page. */
export interface ExportKind {
  readonly id: string;
  readonly label: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /**
   * A message is pasted into a chat or an issue, where its length counts. A link beyond `LINK_LIMIT` is refused. Of a picture
   * `write` gives the text for those who cannot see it.
   */
  readonly use: 'link' | 'message' | 'picture' | 'file';
  /** The name and the media type of a download. */
  readonly file: { readonly name: string; readonly type: string };
  /** It is a test: of the expected calls where they are stated, else of what the runtime returns. */
  readonly asserts?: true;
  /** It is about a reply: not offered where there are only the words of who tells of one. Tests are so as well. */
  readonly needsReply?: true;
  /** For which cases it is offered; absent: for all. */
  isFor?(fields: LinkState): boolean;
  /** The text; null where there is none for the case, and as long as the engine has not answered. */
  write(subject: Subject): string | null;
}

/** What chat programs pass on whole, in characters. */
export const CHAT_LIMIT = 2000;
/** What an issue form can be prefilled with by its address. */
export const ISSUE_LIMIT = 4000;
/** Browsers and servers cut what is longer. */
export const LINK_LIMIT = 32_000;

/** Whether the case can be sent as a link. */
export function isLinkable(link: string): boolean {
  return link !== '' && link.length <= LINK_LIMIT;
}
