import { readJson, type RuntimeInfo } from '../../../core/index.ts';
import { originOf, type Assertion } from '../assertion.ts';
import { sourceText } from '../runtime-text.ts';

/** What a program needs of a case. */
export interface RecipeInput {
  readonly runtime: RuntimeInfo;
  readonly text: string;
  /** The native tool calls as JSON: a list, or `null`. */
  readonly native: string;
  /** The tools of the request as JSON: a list of objects with name, description and parameters. */
  readonly tools: string;
  /** Where those are inferred, a sentence about it; '' elsewhere. */
  readonly toolsNote: string;
  readonly assertion: Assertion;
}

/** A program that asks the original for its answer. */
export interface Recipe {
  /** As Markdown names the language of a fence. */
  readonly language: 'cpp' | 'go' | 'ts';
  /** Null for a runtime of the project that nothing is known to ask. */
  readonly write: (input: RecipeInput) => string | null;
}

/** The head of every program. Its first line says that nobody ran it. */
export function head({ runtime, toolsNote, assertion }: RecipeInput, ...needs: readonly string[]): string {
  const lines = ['Callscope wrote this and did not run it.', ...needs, `Runtime: ${sourceText(runtime)}.`, toolsNote];
  return [...lines.filter((line) => line !== ''), originOf(assertion)]
    .map((line) => `// ${line.replaceAll(/\s+/g, ' ')}`)
    .join('\n');
}

/** The answer as JSON: pairs of name and arguments, or the word `error`. */
export function wanted({ assertion }: RecipeInput): string {
  if (assertion.kind === 'error') return '"error"';
  const pairs = assertion.calls.map(({ name, argumentsText }) => {
    const args = readJson(argumentsText).ok ? argumentsText : JSON.stringify(argumentsText);
    return `[${JSON.stringify(name)}, ${args}]`;
  });
  return `[${pairs.join(', ')}]`;
}

/** A text as a literal of JavaScript, which is one of Go as well where no surrogate is alone. */
export function quotedText(text: string): string {
  return JSON.stringify(text);
}
