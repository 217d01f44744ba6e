// The codes of the steps that readers of formats record. Their words are in `runtimes/own/words.ts`.

/** Refusals of the readers of formats. */
export type FormatRejectCode =
  /** After an opening marker there is nothing that a format of this marker begins with. */
  | 'opener-without-body'
  /** A closing marker for which nothing is open. */
  | 'stray-closer'
  /** Markup in inline code, a blockquote, or a code block of another language. */
  | 'quoted'
  /** Markup inside closed reasoning. */
  | 'inside-reasoning'
  | 'inside-result'
  /** Markup inside text that the format marks as the answer to the user. */
  | 'inside-answer'
  /** Bare JSON or a bare call expression whose name no declared tool has. */
  | 'undeclared-bare-name'
  /** JSON without the keys of a call. */
  | 'not-call-shaped'
  /** Text is before or after it on its line, so it is part of a sentence. */
  | 'inside-a-line'
  /** The text ends inside the call. */
  | 'cut-off'
  /** A value of the call is missing or only begun, although the call ends. */
  | 'broken-off'
  /** A name that the format defines as "no call". */
  | 'no-call-name'
  /** Signs in it that the name of a tool has not. */
  | 'not-a-name'
  /** `{...}` instead of arguments: this shows how a call looks. */
  | 'placeholder'
  /** No call expression with keyword arguments of literal values. */
  | 'not-a-call-expression'
  /** The runtime writes this and what follows, not the model: nothing in it is a call. */
  | 'written-by-runtime'
  /** The markers of keys and values are exchanged, and more than one reading is left. */
  | 'unclear-pairs'
  /** The markup of the format is not followed. */
  | 'markup-not-followed';

/** What surprises in the reading of formats. */
export type FormatQuirkCode =
  /** The call is made, but no declared tool has this name. */
  | 'undeclared-name'
  /** What is before a lone closer of reasoning counts as reasoning that began in the prompt. */
  | 'reasoning-began-in-prompt'
  /** The reasoning is never closed; the opening marker of a call ends it. */
  | 'call-ends-reasoning'
  /** The closing marker is missing; the call is whole anyway. */
  | 'closer-missing'
  /** Other members than those of a call are beside the name, and there are no arguments. */
  | 'unread-members'
  /** The header of a message is not one that the format knows, and addresses no tool. */
  | 'unknown-header'
  /** Arguments without names get those of the declared parameters, in their order. */
  | 'positional-arguments'
  /** A value's quotation mark never closes; the value goes on to the end of its tag. */
  | 'value-never-closed'
  /** A value has a quotation mark at one end, and none that belongs to it. */
  | 'unmatched-quote';

/** What a format marks besides the parts of a call. */
type FormatReadCode =
  /** The answer to the user. */
  'answer';

export type FormatCode = FormatRejectCode | FormatQuirkCode | FormatReadCode;
