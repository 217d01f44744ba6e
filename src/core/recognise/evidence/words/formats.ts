import { formatList } from '../../../formats/index.ts';

/** Formats whose makers do not name them. */
const plain: ReadonlyMap<string, string> = new Map([
  ['raw-json', 'in bare JSON'],
  ['xlam', 'in a JSON list'],
  ['pythonic', 'in a list of Python calls'],
  ['tag-per-tool', 'in a tag per tool'],
  ['react', 'in the form of ReAct'],
  ['tools-tag', 'in `<tools>` tags'],
  ['tool-code-fence', 'in a `tool_code` block'],
  ['anthropic-xml', 'in the tags of Anthropic’s prompts'],
]);

/** "in the format of Qwen3-Coder", "in bare JSON"; where no format fits, that no server reads it, or nothing. */
export function inFormat(id: string | null, isForeign = false): string {
  if (id === null) return isForeign ? 'in a form that no server reads' : '';
  const known = plain.get(id);
  const lineage = formatList.find((format) => format.id === id)?.lineage.split(',', 1)[0];
  return known ?? (lineage === undefined ? '' : `in the format of ${lineage}`);
}
