/** A literal with which a block of a format begins. */
export interface Opener {
  readonly text: string;
  /** Whether its case does not matter; `text` is in lower case. */
  readonly ignoreCase?: true;
  /**
   * Tested against the head of the text after the opener: up to three words, tags or signs, with one space or line break
   * between them. The first format of the list whose opener and head fit reads the block. Absent: the literal is enough.
   */
  readonly next?: RegExp;
  /** How many words, tags or signs of the head are needed, if three are too few. */
  readonly units?: number;
  /** Whether it opens a block only at the beginning of a line. */
  readonly atLineStart?: true;
  /** Whether it is also markup of Markdown: it ends no reasoning, and Markdown gets what the reader refuses. */
  readonly isMarkdown?: true;
}
