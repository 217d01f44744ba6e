import {
  type AugmentedPrompt,
  type PromptPart,
  type SystemPrompt,
  numberText,
  utf8Length,
} from '../../../core/index.ts';

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

/** All that a prompt has of one kind; '' for none. */
export function partText(prompt: Pick<AugmentedPrompt, 'text' | 'parts'> | null, kind: PromptPart['kind']): string {
  const parts = prompt?.parts.filter((part) => part.kind === kind) ?? [];
  return parts.map(({ span }) => prompt?.text.slice(span.from, span.to) ?? '').join('');
}

/** The prompt of a request whose tools are elsewhere or left out. */
export function systemAlone(text: string): Pick<AugmentedPrompt, 'text' | 'parts' | 'bytes'> {
  return { text, parts: [{ kind: 'base', span: { from: 0, to: text.length } }], bytes: utf8Length(text) };
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
