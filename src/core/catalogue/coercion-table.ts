import type { Extraction } from '../trace/index.ts';
import type { JsonObject } from '../text/json/index.ts';
import { ToolIndex } from '../formats/index.ts';
import type { Span } from '../text/document/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { coercionPeers } from './coercion-peers.ts';

/** A value that is in the text as raw text between markers. */
export interface RawValue {
  /** The tool that is called. */
  readonly tool: string;
  readonly key: string;
  readonly raw: string;
  readonly span: Span;
  /** Null when the parameter is not declared. */
  readonly schema: JsonObject | null;
  /** What references in the schema point into. */
  readonly root: JsonObject | null;
}

/** The value of one raw text under one rule. */
export interface CoercedCell {
  readonly peer: string;
  /** JSON text. */
  readonly json: string;
  /** It is not what most of the others have; of two that are equally frequent, the first counts as theirs. */
  readonly disagrees: boolean;
}

/** The values of one raw text, one cell for each of `coercionPeers` in their order. */
export function coercionRow(
  raw: string,
  schema: JsonObject | null,
  root: JsonObject | null = schema,
): readonly CoercedCell[] {
  const values = coercionPeers.map(({ id, coerce }) => ({ peer: id, json: coerce(raw, schema, root) }));
  const counts = new Map<string, number>();
  for (const { json } of values) counts.set(json, (counts.get(json) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const usual = values.find(({ json }) => counts.get(json) === most)?.json;
  return values.map((value) => ({ ...value, disagrees: value.json !== usual }));
}

/** The raw values of the calls in an extraction, in the order of the text. */
export function rawValues(
  {
    calls,
    trace,
    document,
  }: Pick<Extraction, 'trace' | 'document'> & {
    readonly calls: readonly { readonly name: string; readonly span: Span }[];
  },
  tools: readonly ToolDefinition[],
): readonly RawValue[] {
  const index = new ToolIndex(tools);
  const values: RawValue[] = [];
  let key: Span | null = null;
  let next = 0;
  for (const event of trace) {
    if (event.kind !== 'read') continue;
    if (event.what === 'key') key = event;
    if (key === null || (event.what !== 'value' && event.what !== 'coerced-value')) continue;
    // Values come in the order of the calls, so one walk finds the call of each.
    while (next < calls.length && (calls[next]?.span.to ?? 0) < event.to) next += 1;
    const tool = calls[next];
    if (tool === undefined) break;
    if (tool.span.from <= event.from) {
      const name = document.slice(key.from, key.to);
      const raw = document.slice(event.from, event.to);
      values.push({
        tool: tool.name,
        key: name,
        raw,
        span: { from: event.from, to: event.to },
        schema: index.parameter(tool.name, name),
        root: index.schema(tool.name),
      });
    }
    key = null;
  }
  return values;
}
