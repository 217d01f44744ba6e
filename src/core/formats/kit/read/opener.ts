/** A literal with which a block of a format begins. */
export interface Opener {
  readonly text: string;
  /** Its letters may be large or small; `text` has the small ones. */
  readonly ignoreCase?: true;
  /**
   * Tested against the head of what follows: up to three words, tags or signs, white space between them as one blank
   * or line break. The first format of the list whose opener and head fit reads the block. Absent: the literal is enough.
   */
  readonly next?: RegExp;
  /** How many words, tags or signs of the head are needed, where three are too few. */
  readonly units?: number;
  /** It opens only where a line begins. */
  readonly atLineStart?: true;
  /** Markdown knows it, too: it ends no reasoning, and what the reader refuses is Markdown's. Only where a line begins. */
  readonly isMarkdown?: true;
}
