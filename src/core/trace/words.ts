import type { RepairCode } from '../text/json/index.ts';

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

/** What each repair of JSON mends, in plain words. */
const repairWords: Readonly<Record<RepairCode, string>> = {
  'trailing-comma': 'trailing comma',
  'extra-comma': 'extra comma',
  'missing-comma': 'missing comma',
  'missing-colon': 'missing colon',
  'stray-colon': 'extra colon',
  'missing-key': 'missing key',
  'missing-value': 'missing value',
  'single-quotes': 'single quotes',
  'smart-quotes': 'curly quotes',
  'triple-quotes': 'triple quotes',
  'joined-strings': 'strings joined by a plus sign',
  'unquoted-key': 'key without quotes',
  'unquoted-string': 'string without quotes',
  'unescaped-quote': 'unescaped quote in a string',
  'missing-quote': 'missing quote',
  'raw-control-character': 'raw line break or control character in a string',
  'bad-escape': 'invalid escape in a string',
  'lone-surrogate': 'half of a character in a string',
  comment: 'comment',
  'foreign-white-space': 'white space that JSON does not allow',
  'python-literal': 'literal of Python, such as True or None',
  'foreign-literal': 'literal of another language, such as undefined or NaN',
  'number-syntax': 'number that is not written as in JSON',
  'number-out-of-range': 'number that is too large',
  'fullwidth-punctuation': 'fullwidth punctuation',
  'html-entity': 'HTML entity',
  'escaped-quote': 'escaped quotation marks',
  'missing-opener': 'missing opening bracket',
  'missing-closer': 'missing closing bracket',
  'mismatched-closer': 'wrong closing bracket',
  'surplus-closer': 'extra closing bracket',
  'surplus-opener': 'extra opening bracket',
  truncated: 'the text ends too early',
};

/** A repair in words. Parsers have kinds of their own. */
export function repairWord(code: string): string {
  return Object.hasOwn(repairWords, code) ? repairWords[code as RepairCode] : code.replaceAll('-', ' ');
}
