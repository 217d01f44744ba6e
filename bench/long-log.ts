import { tenTools } from './corpus.ts';

/** So many replies are in it, where nobody says how many. */
export const LOG_SIZE = 100_000;

/** @param given how many somebody has asked for */
export function logSize(given: string | undefined): number {
  const size = Number(given ?? LOG_SIZE);
  return Number.isInteger(size) && size > 1 ? size : LOG_SIZE;
}

const SENTENCE = 'The quick brown fox, it said, jumps over the lazy dog. ';
const tools = tenTools.map(({ name, description, schema }) => ({
  type: 'function',
  function: { name, description, parameters: schema },
}));

/** How many replies differ in kind. */
export const KINDS = 20;

/** What a model of the Hermes family writes in so many characters: mostly sound calls, some answers, some of each damage. */
export function replyAt(index: number, length = 500): string {
  const name = `tool_${String(index % 10)}`;
  const json = JSON.stringify({ name, arguments: { path: `/data/file-${String(index)}.txt`, line: index } });
  const call = `<tool_call>\n${json}\n</tool_call>`;
  const kinds = [
    ...Array.from({ length: 12 }, () => call),
    ...Array.from({ length: 3 }, () => `Nothing to call here, number ${String(index)}.`),
    call.replace('}}', ',}}'),
    call.replace('"arguments"', '"parameters"'),
    `\`\`\`json\n${json}\n\`\`\``,
    `[${name}(path="/data/${String(index)}.txt", line=${String(index)})]`,
    `<tool_call>\n<function=${name}>\n<parameter=path>\n/data/${String(index)}\n</parameter>\n</function>\n</tool_call>`,
  ];
  return `${kinds[index % kinds.length] ?? ''}\n`.padEnd(length, SENTENCE);
}

/** A line of a log of JSON lines, with its tools. */
export function logLine(index: number): string {
  return `${JSON.stringify({ id: `r${String(index)}`, output: replyAt(index), tools })}\n`;
}
