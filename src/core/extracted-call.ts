import type { JsonValue } from './json/node.ts';
import type { Span } from './span.ts';
import type { Coercion, Repair, ToolCall, Validation } from './tool.ts';

/**
 * The class behind `ToolCall`. The value of the arguments is made on demand: whoever only shows or sends a call needs
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
  readonly validation: Validation;
  #arguments: JsonValue | undefined;

  constructor(fields: Omit<ToolCall, 'arguments'>) {
    this.id = fields.id;
    this.idGenerated = fields.idGenerated;
    this.idSpan = fields.idSpan;
    this.name = fields.name;
    this.nameSpan = fields.nameSpan;
    this.argumentsText = fields.argumentsText;
    this.argumentsSpan = fields.argumentsSpan;
    this.format = fields.format;
    this.tier = fields.tier;
    this.span = fields.span;
    this.repairs = fields.repairs;
    this.coercions = fields.coercions;
    this.validation = fields.validation;
  }

  get arguments(): JsonValue {
    this.#arguments ??= JSON.parse(this.argumentsText) as JsonValue;
    return this.#arguments;
  }
}
