// The codes of the steps that readers of formats record. Their words are in `reader/own/words.ts`.

/** Refusals of the readers of formats. */
export type FormatRejectCode =
  /** No format of this opening marker begins with the text after it. */
  | 'opener-without-body'
  /** A closing marker that closes nothing. */
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
  /** The name has signs that no name of a tool has. */
  | 'not-a-name'
  /** `{...}` instead of arguments: this shows what a call looks like. */
  | 'placeholder'
  /** No call expression with keyword arguments of literal values. */
  | 'not-a-call-expression'
  /** The runtime, and not the model, writes this and what follows: nothing in it is a call. */
  | 'written-by-runtime'
  /** The markers of keys and values are exchanged, and more than one reading is left. */
  | 'unclear-pairs'
  /** The marker between a name and the first key is lost, and no declared tool tells them apart. */
  | 'name-with-key'
  /** The text does not follow the markup of the format. */
  | 'markup-not-followed';

/** Quirks of the readers of formats. */
export type FormatQuirkCode =
  /** The call is made, but no declared tool has this name. */
  | 'undeclared-name'
  /** The text before a lone closer of reasoning is reasoning that began in the prompt. */
  | 'reasoning-began-in-prompt'
  /** The reasoning is never closed; the opening marker of a call ends it. */
  | 'call-ends-reasoning'
  /** The closing marker is missing, but the call is complete. */
  | 'closer-missing'
  /** The call has no arguments, and unknown members beside its name. */
  | 'unread-members'
  /** The format does not know the header of the message, and the header addresses no tool. */
  | 'unknown-header'
  /** Arguments without names get the names of the declared parameters, in their order. */
  | 'positional-arguments'
  /** The quotation mark of a value is never closed, so the value reaches to the end of its tag. */
  | 'value-never-closed'
  /** A value has a quotation mark at one end only. */
  | 'unmatched-quote';

/** What a format marks besides the parts of a call. */
type FormatReadCode =
  /** The answer to the user. */
  'answer';

export type FormatCode = FormatRejectCode | FormatQuirkCode | FormatReadCode;
