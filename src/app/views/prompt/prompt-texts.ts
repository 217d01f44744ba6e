import { type SystemPrompt, numberText } from '../../../core/index.ts';

/** The parts of one prompt that have a size of their own. */
export interface PromptTexts {
  readonly whole: string;
  readonly base: string;
  readonly preamble: string;
  /** What joins the parts. */
  readonly glue: string;
  /** One per tool, in order. */
  readonly tools: readonly string[];
}

export function promptTexts({ text, parts }: SystemPrompt): PromptTexts {
  const found = { base: '', preamble: '', glue: '' };
  const tools: string[] = [];
  for (const part of parts) {
    const said = text.slice(part.span.from, part.span.to);
    if (part.kind === 'tool') tools[part.toolIndex] = said;
    else found[part.kind] += said;
  }
  return { whole: text, ...found, tools };
}

/** Every text once. */
export function textsToCount(full: PromptTexts, compact: PromptTexts): string[] {
  const all = [full, compact].flatMap(({ whole, base, preamble, glue, tools }) => [
    whole,
    base,
    preamble,
    glue,
    ...tools,
  ]);
  return [...new Set(all)];
}

export function grouped(count: number): string {
  return numberText(count);
}
