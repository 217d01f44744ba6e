import fixtures from 'virtual:format-fixtures';
import type { ToolDefinition } from '../../../core/index.ts';

/** A text on which two readers are compared. */
export interface TestText {
  /** `hermes/one-call` and so on. */
  readonly id: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** The test texts of formats. */
export function testTexts(formats: readonly string[]): TestText[] {
  return formats.flatMap((format) =>
    (fixtures[format] ?? []).map(({ name, text, tools }) => ({ id: `${format}/${name}`, text, tools })),
  );
}
