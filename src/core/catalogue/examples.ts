import { extract } from '../extract.ts';
import type { ToolFormat } from '../formats/index.ts';
import { valueToText } from '../json/writer.ts';
import { exampleTools } from './example-tools.ts';

/** A text to open, made of the example of a format. */
export interface FormatExample {
  readonly id: 'plain' | 'around' | 'cut' | 'quoted';
  readonly label: string;
  readonly text: string;
  /** JSON text of the tools that it calls. */
  readonly tools: string;
  /** The names of the calls that come of it. */
  readonly calls: readonly string[];
}

/** The example of a format as it is, behind text, cut off inside its last call, and quoted. */
export function examplesOf(format: ToolFormat): readonly FormatExample[] {
  const { example } = format;
  const definitions = exampleTools(format);
  const tools = valueToText(definitions, 2);
  const read = (text: string) => extract({ text }, { profile: `format:${format.id}`, tools: definitions }).calls;
  const made = (id: FormatExample['id'], label: string, text: string): FormatExample => ({
    id,
    label,
    text,
    tools,
    calls: read(text).map(({ name }) => name),
  });
  const last = read(example).at(-1);
  const inside = last?.argumentsSpan ?? last?.nameSpan ?? { from: 0, to: example.length };
  const around = made('around', 'Behind text', `I will look that up.\n\n${example}`);
  return [
    made('plain', 'As it is', example),
    // Some formats must be the whole reply.
    ...(around.calls.length > 0 ? [around] : []),
    made('cut', 'Cut off', example.slice(0, Math.floor((inside.from + inside.to) / 2))),
    made(
      'quoted',
      'Quoted, not called',
      `A call of this format looks like this:\n\n\`\`\`\`text\n${example}\n\`\`\`\`\n`,
    ),
  ];
}
