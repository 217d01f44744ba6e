import type { LoggedCall, Said } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, has, listOf, objectAt, textAt, textOf, unpacked } from '../values.ts';
import { allCalls, keyedCall } from './calls.ts';
import { certainKeys } from './reply-keys.ts';
import { failure, nothing, type RecordReading, type Shape } from './shape.ts';
import { toolsIn } from './tools.ts';

/**
 * Results of the Berkeley Function-Calling Leaderboard: `id` and `result`, which is a text, a list of calls each under its name,
 * or for several turns a list of turns of steps. Read in: HuanzhiMao/BFCL-Result, bbrowning/bfcl-vllm-results.
 */
export const bfclResult: Shape = {
  id: 'bfcl-result',
  fits: (record) =>
    (has(record, 'id') || has(record, 'idx') || holdsCall(at(record, 'result'))) &&
    has(record, 'result') &&
    !has(record, 'custom_id') &&
    isResult(at(record, 'result'), 0),
  read: (record) => resultReading(firstAt(record, ['id', 'idx']), at(record, 'result')),
};

/** Scores: a first line of totals, then the failures, each with its prompt and its tools. */
export const bfclScore: Shape = {
  id: 'bfcl-score',
  fits: (record) => isHeader(record) || (has(record, 'prompt') && isScore(record)),
  read: (record) => {
    if (isHeader(record)) return nothing();
    const prompt = objectAt(record, 'prompt');
    const raw = at(record, 'model_result_raw') ?? at(record, 'model_result');
    const reading = resultReading(at(prompt, 'id') ?? at(record, 'id'), raw);
    const decoded = allCalls(unpacked(firstAt(record, ['model_result_decoded', 'decoded_result'])), keyedCall);
    const { valid } = record;
    return {
      ...reading,
      said: reading.said.map((one) =>
        one.calls === null && reading.said.length === 1 ? { ...one, calls: decoded, areFromText: true } : one,
      ),
      tools: toolsIn(at(prompt, 'function')),
      model: textAt(record, 'model_name'),
      isRight: typeof valid === 'boolean' ? valid : null,
    };
  },
};

/** What a benchmark asks: tools by the id that its results have, and no replies. */
export const questions: Shape = {
  id: 'questions',
  fits: (record) =>
    has(record, 'id') &&
    ![...certainKeys, 'result', 'answers', 'messages', 'conversations', 'calls'].some((key) => has(record, key)) &&
    ((has(record, 'question') && (has(record, 'function') || has(record, 'involved_classes'))) ||
      (has(record, 'ground_truth') && Object.keys(record).length <= 3) ||
      ((has(record, 'query') || has(record, 'question')) &&
        toolsIn(at(record, 'tools')) !== null &&
        ['gold', 'expected', 'expected_calls', 'ground_truth'].some((key) => has(record, key)))),
  read: (record) => ({ ...nothing(at(record, 'id')), tools: toolsIn(at(record, 'function') ?? at(record, 'tools')) }),
};

function isHeader(record: Fields): boolean {
  return has(record, 'accuracy') && has(record, 'total_count') && !has(record, 'id');
}

function isScore(record: Fields): boolean {
  return (
    ['model_result_raw', 'model_result_decoded', 'model_result'].some((key) => has(record, key)) ||
    (has(record, 'error_type') && has(record, 'test_category'))
  );
}

/** So deep are lists in a result: turns, steps, calls. */
const MOST_LISTS = 3;

function isResult(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return levels < MOST_LISTS && value.every((item) => isResult(item, levels + 1));
  return keyedCall(value) !== null;
}

/** Whether a call is in it whose arguments are JSON text: nothing else looks like that. */
function holdsCall(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsCall(item));
  const [text] = Object.values(fieldsOf(value) ?? {});
  return keyedCall(value) !== null && fieldsOf(unpacked(text)) !== null && typeof text === 'string';
}

function resultReading(id: unknown, value: unknown): RecordReading {
  const said = saidIn(value);
  if (said.length === 1 && isFailure(said[0]?.text ?? null)) return failure(id);
  return { ...nothing(id), said };
}

/** BFCL writes what the client raised in place of a reply. */
function isFailure(text: string | null): boolean {
  return text !== null && /^Error (?:during inference|code): /.test(text);
}

function saidIn(value: unknown): Said[] {
  if (value === undefined) return [];
  const single = stepOf(value);
  if (single !== null) return [single];
  return listOf(value).flatMap((turn) => {
    // A turn is a list of steps; where it is one step, nothing is lost by taking it for one.
    const step = typeof turn === 'string' ? stepOf(turn) : null;
    return step === null ? listOf(turn).flatMap((one) => stepOf(one) ?? []) : [step];
  });
}

/** One reply: a text, a list with one text, or calls. */
function stepOf(value: unknown): Said | null {
  if (typeof value === 'string') return { text: value, calls: null };
  const calls: LoggedCall[] | null = allCalls(fieldsOf(value) === null ? value : [value], keyedCall);
  if (calls !== null) return { text: null, calls };
  const items = listOf(value);
  const text = items.length === 1 ? textOf(items[0]) : null;
  return text === null ? null : { text, calls: null };
}
