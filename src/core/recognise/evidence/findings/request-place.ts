import { at, itemsOf, stringAt, type Value } from '../../index.ts';
import type { EvidenceRow } from '../evidence.ts';
import type { RequestFacts } from '../paste/request-facts.ts';

/**
 * A place in the request that an error names. AWS counts the members of a list from 1.
 *
 * Sources: `tools[3].function.name` of OpenAI, `tools.3.custom.name` of Anthropic, `contents[2].parts[0]` of Gemini, and `loc` of pydantic
 */
const PLACE =
  /\b(?:tools\[0\]\.)?(tools|functions|function_?[dD]eclarations|messages|input|contents)(?:\[(\d{1,4})\]|(?:\.|\/| -> )(\d{1,4})\b(?!\.member\b|\.\d)|['"], (\d{1,4})\b)/;

/** The rows of an error, the first cause of which says which tool or message is at the place that the error names. */
export function withRequestPlace(
  rows: readonly EvidenceRow[],
  error: string,
  request: RequestFacts | null,
): readonly EvidenceRow[] {
  const first = rows.findIndex(({ of }) => of === 'cause');
  const where = first < 0 || rows.some((row) => row.value === 'error' && row.isTopic) ? null : placeIn(error, request);
  return where === null ? rows : rows.map((row, index) => (index === first ? { ...row, where } : row));
}

function placeIn(error: string, request: RequestFacts | null): string | null {
  const [, list = '', inBrackets, afterDot, inTuple] = PLACE.exec(error) ?? [];
  const number = inBrackets ?? afterDot ?? inTuple;
  if (number === undefined) return null;
  const place = afterDot === undefined ? `${list}[${number}]` : `${list}.${number}`;
  const item = request === null ? null : (listIn(request.body, list)[Number(number)] ?? null);
  const what = WHAT[list] ?? 'tool';
  const name = what === 'tool' ? nameOf(item) : roleOf(item);
  return `\`${place}\` is ${what} ${String(Number(number) + 1)} of the request${name}: places count from 0.`;
}

const WHAT: Readonly<Partial<Record<string, string>>> = { messages: 'message', input: 'item', contents: 'entry' };

function listIn(body: Value, list: string): readonly Value[] {
  if (!/declarations/i.test(list)) return itemsOf(at(body, list));
  const [only, another] = itemsOf(at(body, 'tools'));
  return another === undefined ? itemsOf(at(only, 'functionDeclarations') ?? at(only, 'function_declarations')) : [];
}

function nameOf(tool: Value | null): string {
  const name = [at(tool, 'function'), at(tool, 'toolSpec'), tool]
    .map((one) => stringAt(one, 'name'))
    .find((one) => one);
  return name === undefined || name === null ? '' : `, \`${name.replaceAll('`', "'").slice(0, 80)}\``;
}

function roleOf(message: Value | null): string {
  const role = stringAt(message, 'role');
  return role !== null && /^\w{2,12}$/.test(role) ? `, of the role \`${role}\`` : '';
}
