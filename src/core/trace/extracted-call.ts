import type { JsonValue } from '../text/json/index.ts';
import { noRepairs, type Repair, type Span } from '../text/document/index.ts';
import type { Coercion, ToolCall, Validation } from './call.ts';

/** The part of a call that is in its payload. Without an id one is generated. */
export interface Payload extends Pick<ToolCall, 'name' | 'nameSpan' | 'argumentsText' | 'argumentsSpan'> {
  /** Absent where the runtime returns `argumentsText`. */
  readonly returnedText?: string;
  readonly id?: string | null;
  readonly idSpan?: Span | null;
  readonly repairs?: readonly Repair[];
  readonly coercions?: readonly Coercion[];
}

/** Who extracted a call, and where it is with its markup. */
export type Origin = Pick<ToolCall, 'format' | 'tier' | 'span'>;

// Shared by all calls.
const noCoercions: readonly Coercion[] = [];
/** What is known of the arguments of a call that has just been found. */
export const notYetChecked: Validation = {
  state: 'unchecked',
  reason: 'The arguments have not been compared with a schema yet.',
};

/**
 * The class that implements `ToolCall`. The value of the arguments is made on demand: whoever only shows or sends a call needs
 * its text, and thousands of unasked values would cost more than finding the calls.
 */
export class ExtractedCall implements ToolCall {
  readonly id: string;
  readonly idGenerated: boolean;
  readonly idSpan: Span | null;
  readonly name: string;
  readonly nameSpan: Span;
  readonly argumentsText: string;
  readonly argumentsSpan: Span | null;
  readonly format: string;
  readonly tier: string;
  readonly span: Span;
  readonly repairs: readonly Repair[];
  readonly coercions: readonly Coercion[];
  readonly validation: Validation = notYetChecked;
  #arguments: JsonValue | undefined;
  readonly #returnedText: string | undefined;

  constructor(payload: Payload, id: string, { format, tier, span }: Origin) {
    this.id = id;
    this.idGenerated = (payload.id ?? null) === null;
    this.idSpan = payload.idSpan ?? null;
    this.name = payload.name;
    this.nameSpan = payload.nameSpan;
    this.argumentsText = payload.argumentsText;
    this.argumentsSpan = payload.argumentsSpan;
    this.#returnedText = payload.returnedText;
    this.format = format;
    this.tier = tier;
    this.span = span;
    this.repairs = payload.repairs ?? noRepairs;
    this.coercions = payload.coercions ?? noCoercions;
  }

  get arguments(): JsonValue {
    this.#arguments ??= JSON.parse(this.argumentsText) as JsonValue;
    return this.#arguments;
  }

  get returnedText(): string {
    return this.#returnedText ?? this.argumentsText;
  }
}
