import { formatList, type WrittenCall } from '../../formats/index.ts';
import { valueToText } from '../../text/json/index.ts';
import { type Span, utf8Length } from '../../text/document/index.ts';
import { sampleArguments, type ToolDefinition } from '../../tools/index.ts';
import type { AugmentedPrompt, PromptPart } from '../kit/system-prompt.ts';

/**
 * The system prompt that asks for the calls of one format, in our words: the caller's own prompt, the markup with an
 * example of a declared tool, and the tools with their schemas. Null for a format that nobody asks for in text.
 *
 * @param own the words that take the place of ours; null for ours
 */
export function formatPrompt(
  id: string,
  existing: string,
  tools: readonly ToolDefinition[],
  own: string | null = null,
): AugmentedPrompt | null {
  const words = own ?? wordsFor(id, tools);
  if (words === null) return null;
  const base = existing.trim() === '' ? [] : [existing, '\n\n'];
  const listed = tools.map(toolText);
  const kinds = [...(base.length === 0 ? [] : (['base', 'glue'] as const)), 'preamble' as const];
  const texts = [...base, words, ...listed];
  return {
    text: texts.join(''),
    parts: partsOf(texts, kinds),
    bytes: utf8Length(texts.join('')),
    toolBytes: listed.map(utf8Length),
  };
}

function wordsFor(id: string, tools: readonly ToolDefinition[]): string | null {
  const prompt = formatList.find((format) => format.id === id)?.prompt;
  if (prompt === undefined) return null;
  const example = prompt.render([exampleCall(tools[0])]) ?? prompt.render([exampleCall(undefined)]) ?? '';
  return [
    `You have tools. ${prompt.ask}`,
    `For example:\n\n${example}`,
    'Stop after your calls: the results come in the next message. When you need no tool, answer in plain text.',
    'Tools you can call:\n\n',
  ].join('\n\n');
}

function partsOf(texts: readonly string[], kinds: readonly ('base' | 'glue' | 'preamble')[]): PromptPart[] {
  let from = 0;
  return texts.map((text, index) => {
    const span: Span = { from, to: from + text.length };
    from = span.to;
    const kind = kinds[index];
    return kind === undefined ? { kind: 'tool', span, toolIndex: index - kinds.length } : { kind, span };
  });
}

function toolText({ name, description, schema }: ToolDefinition): string {
  const about = description === undefined || description.trim() === '' ? '' : `: ${description}`;
  return `- ${name}${about}\n  Schema: ${valueToText(schema ?? {})}\n`;
}

function exampleCall(tool: ToolDefinition | undefined): WrittenCall {
  if (tool === undefined) return { name: 'read_gauge', arguments: { dial: 'oil' } };
  return { name: tool.name, arguments: sampleArguments(tool) };
}
