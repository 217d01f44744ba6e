import type { ToolDefinition } from '../../tools/index.ts';
import { generic } from '../shapes/generic.ts';
import { shapeOf } from '../shapes/index.ts';
import { type Around, nothingAround } from '../shapes/shape.ts';
import { toolsIn } from '../shapes/tools.ts';
import { at, type Fields, fieldsOf, has, listAt, objectAt, objectsOf, textAt } from '../values.ts';

/** The records inside of one value, and what is around them. */
export interface Unfolded {
  readonly records: readonly Fields[];
  readonly around: Around;
}

/** These hold records whatever is beside them. */
const CERTAIN = ['observations', 'samples', 'simulations', 'resourceSpans', 'scopeSpans'];
/** So deep lists of records are looked for, and so many lists. */
const MOST_LEVELS = 5;
const MOST_LISTS = 2000;

/** The records inside of an object that is none itself; null where it holds none that are told by their structure. */
export function unfolded(value: Fields): Unfolded | null {
  const around = aroundOf(value);
  if (shapeOf(value, nothingAround) !== generic) return null;
  if (around.shape === 'promptfoo') {
    const results = at(value, 'results');
    return { records: objectsOf(fieldsOf(results)?.['results'] ?? results), around };
  }
  const isCertain = CERTAIN.some((key) => Array.isArray(at(value, key)));
  if (!isCertain && generic.read(value, nothingAround).said.length > 0) return null;
  const byId = keyed(value, around);
  if (byId?.records.every((record) => shapeOf(record, nothingAround) !== generic) === true) return byId;
  const lists: Fields[][] = [];
  // A trace of Langfuse has its observations twice, and whole only beside it.
  collect(isCertain ? only(value, CERTAIN) : value, MOST_LEVELS, lists);
  const records = lists.flat();
  return records.length === 0 ? byId : { records, around };
}

function only(value: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function collect(value: Fields, levels: number, lists: Fields[][]): void {
  if (levels === 0 || lists.length > MOST_LISTS) return;
  for (const [key, inner] of Object.entries(value)) {
    const fields = fieldsOf(inner);
    if (fields !== null && shapeOf(fields, nothingAround) !== generic) lists.push([fields]);
    else if (fields !== null && levels > 1) collect(fields, levels - 1, lists);
    const items = objectsOf(inner);
    const [first] = items;
    if (first === undefined) continue;
    if (items.some((item) => shapeOf(item, nothingAround) !== generic)) lists.push([...items]);
    else if (CERTAIN.includes(key)) for (const item of items) collect(item, levels - 1, lists);
  }
}

/** Records by their ids, as ToolBench has them: every value is an object with the same first key. */
function keyed(value: Fields, around: Around): Unfolded | null {
  const entries = Object.entries(value);
  const keys = new Set(entries.map(([, one]) => Object.keys(fieldsOf(one) ?? {})[0] ?? ''));
  if (entries.length < 2 || keys.size !== 1 || keys.has('')) return null;
  return { records: entries.map(([id, one]) => ({ id, ...fieldsOf(one) })), around };
}

function aroundOf(value: Fields): Around {
  const providers = listAt(objectAt(value, 'config'), 'providers');
  const tools = providers.flatMap(
    (one): readonly ToolDefinition[] => toolsIn(at(objectAt(fieldsOf(one), 'config'), 'tools')) ?? [],
  );
  const isPromptfoo = has(value, 'evalId') && has(value, 'results');
  return {
    tools: tools.length > 0 ? tools : (toolsIn(at(value, 'tools')) ?? null),
    model: textAt(value, 'model') ?? textAt(objectAt(value, 'eval'), 'model'),
    shape: isPromptfoo ? 'promptfoo' : null,
  };
}
