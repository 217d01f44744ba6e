import { readJson } from '../../../text/json/index.ts';
import type { Tag } from '../read/attributes.ts';
import { encodedObject } from '../read/encoded.ts';
import type { RawValue } from '../read/raw-values.ts';
import type { ToolIndex } from '../read/tool-index.ts';

const ALL = new Set(['arguments', 'args', 'parameters', 'input']);

/** What the tag of a call may hold beside its name that is no argument. */
const BESIDE = new Set(['name', 'id', 'call_id', 'type', 'index', 'tool']);

/**
 * The arguments that the tag of a call holds in the place of tags of their own: declared parameters, or all of them as JSON.
 * Without declared tools, what no tag has beside the name.
 *
 *     <invoke name="ring_bell" times="2" />    <invoke name="ring_bell" arguments='{"times": 2}' />
 */
export function valuesInTag({ attributes }: Tag, tools: ToolIndex, tool: string): RawValue[] {
  const declared = tools.parameters(tool);
  return attributes.flatMap(({ name, value, span }): RawValue[] => {
    const written = { keySpan: span, span, type: null, to: span.to };
    if (name !== '' && name !== 'name' && declared.includes(name)) return [{ ...written, key: name, text: value }];
    const isOwn = tools.isEmpty && name !== '' && !ALL.has(name) && !BESIDE.has(name);
    if (isOwn) return [{ ...written, key: name, text: value }];
    const json = ALL.has(name) ? encodedObject(value) : null;
    const reading = json === null || !value.trimStart().startsWith('{') ? null : readJson(json);
    if (reading?.ok !== true || reading.node.kind !== 'object') return [];
    return reading.node.members.map(({ key, value: node }) => ({
      ...written,
      key: key.value,
      text: node.kind === 'string' ? node.value : (json ?? '').slice(node.from, node.to),
    }));
  });
}
