import type { JsonObject } from '../text/json/index.ts';

/** A tool as the model is told about it. `schema` is a JSON Schema for the arguments. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly parallelSafe?: boolean;
  /** True where nobody declared it: its schema is made of the calls of a reply, and says nothing about them. */
  readonly inferred?: true;
}
