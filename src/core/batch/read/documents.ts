import type { ToolDefinition } from '../../tools/index.ts';
import { idBeside } from '../shapes/beside.ts';
import { generic, isTelling, saysItself } from '../shapes/generic.ts';
import { holdsCalls, saysReplies, strongKeys } from '../shapes/reply-keys.ts';
import { saidInTurns } from '../shapes/turns.ts';
import { isKnown, shapeOf } from '../shapes/index.ts';
import { type Around, nothingAround } from '../shapes/shape.ts';
import { isInTrace } from '../shapes/span-kind.ts';
import { speakerOf } from '../shapes/speaker.ts';
import { toolsIn } from '../shapes/tools.ts';
import { answersWithin, holdsNoReplies, isAsked } from '../shapes/within.ts';
import { tableRows } from './table-rows.ts';
import { undressed } from './undressed.ts';
import { textsById } from './texts-by-id.ts';
import { at, type Fields, fieldsOf, has, listAt, objectAt, objectsOf, textAt } from '../values.ts';

/** Records inside of one value, and what is around them. */
interface Group {
  readonly records: readonly Fields[];
  readonly around: Around;
}

/** These hold records whatever is beside them. */
const CERTAIN = [
  ...['observations', 'samples', 'simulations', 'resourceSpans', 'scopeSpans'],
  ...['resourceLogs', 'scopeLogs', 'logRecords'],
];
/** So deep lists of records are looked for, and so many lists. */
const MOST_LEVELS = 5;
const MOST_LISTS = 2000;

/**
 * The records inside of an object that is none itself; null where it holds none that are told by their structure. A line of a log is one
 * record, whatever it holds, unless its lists are of a known shape; a document is a log.
 */
export function unfolded(value: Fields, isWhole: boolean, name: string | null): readonly Group[] | null {
  const isDocument = isWhole || isTrace(value);
  const around = aroundOf(value);
  if (isKnown(value)) return null;
  if (around.shape === 'promptfoo') {
    const results = at(value, 'results');
    return [{ records: objectsOf(fieldsOf(results)?.['results'] ?? results), around }];
  }
  const rows = isDocument ? tableRows(value) : [];
  if (rows.some((row) => saysItself(row))) return [{ records: rows, around }];
  const texts = isDocument ? textsById(value, name) : [];
  if (texts.length > 0) return [{ records: texts, around }];
  const isCertain = CERTAIN.some((key) => Array.isArray(at(value, key)));
  if (!isCertain && (isDocument ? saysItself(value) : isTelling(value))) return null;
  const byId = keyed(value, around);
  if (byId?.records.every(isKnown) === true) return [byId];
  const groups: Group[] = [];
  // A trace of Langfuse has its observations twice, and whole only beside it.
  collect(isCertain ? only(value, CERTAIN) : value, { levels: MOST_LEVELS, groups, isDocument, around });
  if (groups.length > 0) return isDocument && isOneOf(value, groups) ? null : groups;
  if (byId !== null || !isDocument) return byId === null ? null : [byId];
  const answers = answersWithin(value);
  return answers.length > 1 ? [{ records: answers.map(({ holder }) => holder), around }] : null;
}

/** Whether a line is a trace of several spans, as MLflow writes one. */
function isTrace(value: Fields): boolean {
  return objectsOf(at(objectAt(value, 'data') ?? value, 'spans')).some(isInTrace);
}

/** Whether a document is one record itself: what was found in it has no id, and it has one, or there is nothing else. */
function isOneOf(value: Fields, groups: readonly Group[]): boolean {
  const inner = groups.flatMap(({ records }) => records);
  return (
    (inner.length === 1 || idBeside(value) !== undefined) &&
    inner.every(
      (record) => idBeside(record) === undefined && ['lines', 'messages'].includes(shapeOf(record, nothingAround).id),
    ) &&
    isTelling(value)
  );
}

function only(value: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

/** So many entries of a list are looked at before it counts as one of something else. */
const MOST_ENTRIES = 20;

interface Search {
  readonly levels: number;
  readonly groups: Group[];
  readonly isDocument: boolean;
  readonly around: Around;
}

function collect(value: Fields, search: Search): void {
  const { levels, groups, isDocument, around } = search;
  if (levels === 0 || groups.length > MOST_LISTS) return;
  const deeper = { ...search, levels: levels - 1 };
  for (const [key, inner] of Object.entries(value)) {
    if (holdsNoReplies(key, inner) || holdsCalls(key)) continue;
    const fields = fieldsOf(inner);
    const byId = fields === null || !isDocument ? null : keyed(fields, around, saysReplies(key));
    if (fields !== null && isKnown(fields)) groups.push({ records: [fields], around });
    else if (byId?.records.some((record) => saysItself(record)) === true) groups.push(byId);
    else if (fields !== null && levels > 1) collect(fields, deeper);
    const written = objectsOf(inner);
    const items = undressedItems(written);
    const [first] = items;
    if (first === undefined) continue;
    if (items.some(isKnown)) groups.push({ records: items, around });
    else if (CERTAIN.includes(key) || (isDocument && items.slice(0, MOST_ENTRIES).some(holdsRecords)))
      for (const item of items) collect(item, { ...deeper, around: within(item, around) });
    else if (isDocument && (items !== written || areTelling(items))) groups.push({ records: items, around });
  }
}

/** A document that wraps its records does so with all of them. */
function undressedItems(items: readonly Fields[]): readonly Fields[] {
  const isDressed = items.slice(0, MOST_ENTRIES).some((item) => undressed(item) !== item);
  return isDressed ? items.map((item) => undressed(item)) : items;
}

/** Runs of several models or settings have their records in a list each. */
function within(run: Fields, around: Around): Around {
  const { tools, model } = aroundOf(run);
  return { ...around, tools: tools ?? around.tools, model: model ?? around.model };
}

/** Whether an object says nothing itself, and has a list of records with ids of their own that do. */
function holdsRecords(value: Fields): boolean {
  return (
    Object.entries(value).some(
      ([key, inner]) => !holdsNoReplies(key, inner) && objectsOf(inner).slice(0, MOST_ENTRIES).some(isRecord),
    ) && !saysItself(value)
  );
}

function isRecord(item: Fields): boolean {
  return isKnown(item) || (idBeside(item) !== undefined && !isPart(item) && saysItself(item, strongKeys));
}

/** A message of a conversation, or a choice of a completion. */
function isPart(item: Fields): boolean {
  return speakerOf(item) !== null || has(item, 'finish_reason') || has(item, 'finishReason');
}

/** Whether a list is one of records in no known shape that hold replies, and no part of a completion or of a conversation. */
function areTelling(items: readonly Fields[]): boolean {
  if (saidInTurns(items) !== null) return false;
  return items.slice(0, MOST_ENTRIES).some((item) => {
    const isOne = idBeside(item) !== undefined || answersWithin(item).length < 2;
    return (
      isOne &&
      !isPart(item) &&
      (isAsked(item) || isRecord(item) || !saysItself(item)) &&
      generic.read(item, nothingAround).said.length > 0
    );
  });
}

/**
 * Records by their ids, as ToolBench has them: every value is an object with the same first key, and some tell that a model was asked,
 * or their key that they hold replies.
 */
function keyed(value: Fields, around: Around, areReplies = false): Group | null {
  const entries = Object.entries(value);
  const keys = new Set(entries.map(([, one]) => Object.keys(fieldsOf(one) ?? {})[0] ?? ''));
  if (entries.length < 2 || keys.size !== 1 || keys.has('')) return null;
  if (!areReplies && !objectsOf(Object.values(value)).some((record) => isKnown(record) || isAsked(record))) return null;
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
