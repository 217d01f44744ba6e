import type { Wire } from './wire.ts';

/** What a system does with the tools of a request to a provider. */
export type ToolUse =
  /** It sends them in the request and reads the calls that come back apart from the text. */
  | 'native'
  /** It writes them into the prompt and reads calls out of the text. */
  | 'text'
  /** The provider runs tools of its own, so the system sends none. */
  | 'own'
  /** It sends no tools. */
  | 'none'
  | 'unknown';

/** How one system handles one provider. */
export interface Handling {
  readonly tools: ToolUse;
  /** Whether the text is shown while it arrives; null when not known. */
  readonly streaming: boolean | null;
  /** In whose request format it asks; null when not known. */
  readonly wire: Wire | null;
  /** What else is worth knowing, as sentences; '' for nothing. */
  readonly note: string;
}
