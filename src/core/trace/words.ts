/** A code in words. For a gate its question and what follows from each answer. */
export type Words = string | GateWords;

export interface GateWords {
  readonly question: string;
  /** What follows from yes, and from no: a sentence each. */
  readonly yes: string;
  readonly no: string;
  /** What a no means, as the end of a sentence; needed where `unmetText` cannot make it of the question. */
  readonly missing?: string;
  /** Set for a gate about what the provider says it can do, and not about the text. */
  readonly asksProvider?: true;
  /** What is missing where the answer is no although JSON begins where it should. */
  readonly lacks?: string;
}

const verbs = /^Do(?:es)? (.+?) (begin|contain|end|follow|have|leave|match|open|run|say|start)\b(.*)\?$/u;

/**
 * What a no to a question means, as the end of a sentence: "the text does not contain `{`". The question itself where it
 * has no such form.
 */
export function unmetText({ question, missing }: GateWords): string {
  if (missing !== undefined) return missing;
  // A paste of a reply alone says nothing of its request.
  if (question === 'Does the request declare tools?') return 'no tools are declared here';
  const thing = /^Is there an? (.+)\?$/u.exec(question)?.[1];
  if (thing !== undefined) return `there is no ${thing}`;
  const [, subject, verb, rest] = verbs.exec(question) ?? [];
  if (subject === undefined || verb === undefined) return question;
  return `${subject} ${question.startsWith('Do ') ? 'do' : 'does'} not ${verb}${rest ?? ''}`;
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
