/** A code in words. For a gate its question and what follows from each answer. */
export type Words = string | GateWords;

export interface GateWords {
  readonly question: string;
  /** What follows from yes, and from no: a sentence each. */
  readonly yes: string;
  readonly no: string;
  /** Set for a gate that asks what the provider says it can do, and not what the text holds. */
  readonly asksProvider?: true;
  /** What is missing where the answer is no although JSON begins where it should. */
  readonly lacks?: string;
}

/**
 * The words of a runtime by code: steps, tiers, errors. A `read` code whose words end with a full stop is a sentence of
 * its own; after any other the text that was read follows.
 */
export type WordTable = Readonly<Record<string, Words>>;

/** The word for a code that is not a gate; the code itself where nobody has words for it. */
export function wordFor(code: string, ...tables: readonly WordTable[]): string {
  const words = tables.map((table) => (Object.hasOwn(table, code) ? table[code] : undefined)).find(Boolean);
  return typeof words === 'string' ? words : code;
}
