import type { JsonObject } from '../text/json/index.ts';

/** A tool as the model is told about it. `schema` is a JSON Schema for the arguments. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
  readonly parallelSafe?: boolean;
}
