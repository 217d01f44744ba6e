import { type Repair, type Span, numberText } from '../text/document/index.ts';
import { parsedJson, type JsonPath, type JsonValue } from '../text/json/index.ts';
import { repairWord } from './words.ts';

/** A call that a tier extracted. Spans point into the document. */
export interface ToolCall {
  /** As text. A runtime may return an id of another JSON type; `idSpan` shows it as it is. */
  readonly id: string;
  readonly idGenerated: boolean;
  readonly idSpan: Span | null;
  readonly name: string;
  readonly nameSpan: Span;
  /** `argumentsText` as JavaScript sees it: large integers are rounded here. Parsed when first asked for. */
  readonly arguments: JsonValue;
  /** Lossless JSON: digits as written, keys in source order, the first of duplicate keys. */
  readonly argumentsText: string;
  /** The arguments exactly as the runtime returns them: perhaps no JSON, as some engines cut or escape them. */
  readonly returnedText: string;
  /** Where the arguments are, or null when the runtime filled them in. */
  readonly argumentsSpan: Span | null;
  readonly format: string;
  readonly tier: string;
  /** The whole call with its markup. */
  readonly span: Span;
  readonly repairs: readonly Repair[];
  readonly coercions: readonly Coercion[];
  readonly validation: Validation;
}

/** Whether a client can read the arguments that the runtime returns. */
export function returnsJson({
  argumentsText,
  returnedText,
}: Pick<ToolCall, 'argumentsText'> & Partial<Pick<ToolCall, 'returnedText'>>): boolean {
  // What is not JSON is kept as a string that holds it.
  if (returnedText === undefined || returnedText === argumentsText || !argumentsText.startsWith('"')) return true;
  return parsedJson(returnedText) !== undefined;
}

/** Repairs by their kinds: "single quotes (8 times); trailing comma". */
export function repairsText(repairs: readonly Pick<Repair, 'code'>[]): string {
  const counts = new Map<string, number>();
  for (const { code } of repairs) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => `${repairWord(code)}${count === 1 ? '' : ` (${numberText(count)} times)`}`)
    .join('; ');
}

/** A raw text that became a typed value because the schema says so. */
export interface Coercion {
  readonly path: JsonPath;
  readonly span: Span;
  readonly to: string;
}

export type Validation =
  | { readonly state: 'valid' }
  | { readonly state: 'problems'; readonly problems: readonly ValidationProblem[] }
  /** The called name is not among the declared tools. */
  | { readonly state: 'undeclared' }
  /** Nobody has compared the arguments with the schema; `reason` says why. */
  | { readonly state: 'unchecked'; readonly reason: string };

export interface ValidationProblem {
  /** Path to the value in the arguments; empty for the arguments as a whole. */
  readonly path: JsonPath;
  /** Where that value is in the document, or null when it is missing there. */
  readonly span: Span | null;
  /** The failed keyword, such as `required` or `type`. */
  readonly keyword: string;
  readonly message: string;
}
