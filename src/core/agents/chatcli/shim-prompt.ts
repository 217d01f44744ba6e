import { isRecord } from '../../text/json/index.ts';
import { compareBytes } from '../../text/languages/index.ts';
import { type Span, utf8Length } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { AugmentedPrompt, PromptPart } from '../kit/system-prompt.ts';

/** What is before the tools in our words; ChatCLI has its own. */
const introduction = `## Tools

To use a tool, answer with a JSON object of this shape, and with one such object for each further call:

{"tool_call": "<name of the tool>", "args": {<its arguments>}}

`;

const closing = 'Write calls as valid JSON in double quotes, and never as XML.\n';

export interface ShimPrompt extends AugmentedPrompt {
  /** The tools without what is before and after them. */
  readonly sections: string;
  /** Whether a tool has several parameters. ChatCLI lists them in an order that changes from call to call; here they are sorted. */
  readonly sorted: boolean;
}

/**
 * The section of the system prompt in which ChatCLI's tool shim describes the tools, for providers without native tool
 * use. `tools` are definitions in the OpenAI form, of any type; what is missing or no text is left empty. No tools, no
 * section.
 */
export function shimPrompt(tools: unknown): ShimPrompt {
  const entries = Array.isArray(tools) ? (tools as unknown[]) : [];
  const described = entries.map((entry) => toolSection(field(entry, 'function')));
  const texts = described.map(({ text }) => text);
  const whole = entries.length === 0 ? [] : [introduction, ...texts, closing];
  const text = whole.join('');
  return {
    text,
    parts: partsOf(whole),
    bytes: utf8Length(text),
    toolBytes: texts.map(utf8Length),
    sections: texts.join(''),
    sorted: described.some(({ parameters }) => parameters > 1),
  };
}

/**
 * The whole system prompt: the section comes below the caller's own after a blank line; how ChatCLI joins the two is not
 * known.
 */
export function shimSystemPrompt(existing: string, tools: readonly ToolDefinition[]): AugmentedPrompt {
  const section = shimPrompt(tools.map(asFunction));
  if (existing.trim() === '') return section;
  const above = `${existing}\n\n`;
  const base: PromptPart[] = [
    { kind: 'base', span: { from: 0, to: existing.length } },
    { kind: 'glue', span: { from: existing.length, to: above.length } },
  ];
  const below = section.parts.map((part) => ({ ...part, span: shift(part.span, above.length) }));
  const text = above + section.text;
  return { text, parts: [...base, ...below], bytes: utf8Length(text), toolBytes: section.toolBytes };
}

function asFunction({ name, description, schema }: ToolDefinition): object {
  return { type: 'function', function: { name, description, parameters: schema } };
}

function shift({ from, to }: Span, by: number): Span {
  return { from: from + by, to: to + by };
}

function partsOf(whole: readonly string[]): PromptPart[] {
  let from = 0;
  return whole.map((text, index) => {
    const span: Span = { from, to: from + text.length };
    from = span.to;
    const isTool = index > 0 && index < whole.length - 1;
    return isTool ? { kind: 'tool', span, toolIndex: index - 1 } : { kind: 'preamble', span };
  });
}

function toolSection(definition: unknown): { readonly text: string; readonly parameters: number } {
  const head = `### ${textField(definition, 'name')}\n${textField(definition, 'description')}\n\n`;
  const parameters = field(definition, 'parameters');
  const properties = field(parameters, 'properties');
  if (!isRecord(properties)) return { text: head, parameters: 0 };
  const required = requiredNames(field(parameters, 'required'));
  const lines = Object.entries(properties)
    .filter(([, property]) => isRecord(property))
    .map(([name, property]) => {
      const mark = required.has(name) ? ' (required)' : '';
      return `- \`${name}\` (${textField(property, 'type')}${mark}): ${textField(property, 'description')}\n`;
    })
    .sort(compareBytes);
  return { text: `${head}Parameters:\n${lines.join('')}\n`, parameters: lines.length };
}

function requiredNames(required: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? (required as unknown[]) : []);
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textField(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' ? found : '';
}
