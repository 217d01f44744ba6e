import type { Edit, Span } from '../../text/document/index.ts';
import type { JsonValue } from '../../text/json/index.ts';
import type { ConversationKind, ConversationMaterial } from '../conversations.ts';
import type { RenderOptions, TemplateSpan } from '../../jinja/index.ts';

/** What goes wrong between a chat template and the messages and tools that it gets. */
export interface PromptFault {
  readonly code: FaultCode;
  /** `caution`: it goes wrong with other messages or tools than these, or is no error but changes how a reply is read. */
  readonly level: 'fault' | 'caution';
  /** One sentence. */
  readonly message: string;
  /** Where in the template. */
  readonly span: TemplateSpan;
  /** Where it shows; null where it shows in no prompt of these. */
  readonly shows: FaultyPrompt | null;
  /** What to do: begins with a verb. */
  readonly remedy: string;
  /** Of the template as written, tried: after it the fault is gone. Null where no small one is known. */
  readonly edit: Edit | null;
}

export interface FaultyPrompt {
  /** `case-after`: that of the case with its reply, the calls in it and their results. */
  readonly conversation: ConversationKind | CaseKind;
  /** Of that prompt; null where the prompt lacks something. */
  readonly range: Span | null;
}

export type CaseKind = 'case' | 'case-after';

/** Public: links and issues may quote them. */
export type FaultCode =
  /** The template cannot be read. */
  | 'unreadable'
  /** It raises, or takes more than its allowance. */
  | 'raises'
  | 'system-refused'
  | 'tool-role-refused'
  /** A name or a key that nobody defines is printed or looped over, or is a misspelled variable. */
  | 'undefined-name'
  /** A message with calls has the content null, as OpenAI's API has it: the template prints `None`, or raises. */
  | 'null-content'
  /** As Python writes it, with single quotes, where JSON is meant. */
  | 'python-repr'
  /** Arguments are a JSON string inside of JSON. */
  | 'arguments-encoded-twice'
  | 'arguments-lost'
  | 'tools-dropped'
  | 'system-dropped'
  | 'call-dropped'
  | 'result-dropped'
  /** Calls have ids in the prompt, results have none, or the other way round. */
  | 'ids-lost'
  | 'result-without-name'
  /** Two results of different calls under one name or one id. */
  | 'results-alike'
  /** Two results without anything between them. */
  | 'results-merged'
  /** A turn with calls lacks the token that ends every other turn of the assistant. */
  | 'call-turn-open'
  /** The prompt ends with a closed turn of the assistant. */
  | 'turn-closed'
  /** The prompt ends without the beginning of the assistant's turn. */
  | 'no-generation-prompt'
  /** The beginning of the assistant's turn is there even without `add_generation_prompt`. */
  | 'generation-flag-ignored'
  | 'thinking-flag-ignored'
  /** The prompt opens reasoning or a channel, so a reply begins in the middle of it. */
  | 'reply-begins-inside'
  | 'special-token-in-text'
  /** A tool's schema makes the template raise, or is not printed as it is. */
  | 'schema-lost'
  /** The template takes so much that not everything was looked for. */
  | 'search-ended';

interface CaseMessages {
  readonly messages: JsonValue;
  readonly tools: JsonValue;
}

/** What the rules get besides the template. */
export interface FaultOptions {
  /** Of the case: its system prompt, its question, its tools. */
  readonly material?: ConversationMaterial;
  /** The case's own messages and tools, as the template gets them; absent where it has none. */
  readonly own?: CaseMessages;
  /** The same with its reply and the results; absent where it has none. */
  readonly after?: CaseMessages;
  /** All other variables, as `TemplateContext` has them; without `bos_token` and `eos_token` those are `<s>` and `</s>`. */
  readonly variables?: ReadonlyMap<string, JsonValue>;
  readonly documents?: JsonValue;
  readonly render?: Pick<RenderOptions, 'now'>;
}
