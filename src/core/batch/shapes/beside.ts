import { at, type Fields, fieldsOf, firstAt, has, idOf, objectAt, objectsOf, textAt } from '../values.ts';

const IDS = [
  ...['id', 'custom_id', 'request_id', 'uuid', 'task_id', 'instance_id', 'doc_id', 'example_id', 'sample_id'],
  ...['recordId', 'record_id', 'requestId', 'question_id', 'correlation_id', 'idx', 'index'],
  // Batches of Gemini, messages of Kafka, and requests of SGLang.
  ...['key', 'rid', 'uid', 'spanId', 'spanID', 'span_id', 'eventId', 'event_id', 'insertId', 'insert_id', '_id'],
];
/** These may be of more than one record. */
const GROUPS = [
  ...['run', 'run_id', 'conversationId', 'conversation_id', 'sessionId', 'session_id', 'threadId', 'thread_id'],
  ...['traceId', 'trace_id'],
];
/** What was asked may have the id of it all. */
const HOLDERS = ['instance', 'doc', 'sample', 'example', 'task', 'case'];

/** The id that a record has; undefined for none. Mongo writes its own as an object. */
export function idBeside(record: Fields): unknown {
  const key = IDS.find((one) => idOf(at(record, one)) !== null) ?? ownId(record);
  const own = at(record, key) ?? at(objectAt(record, '_id'), '$oid');
  if (idOf(own) !== null) return own;
  for (const key of HOLDERS) {
    const inner = objectAt(record, key);
    const id = inner === null ? undefined : firstAt(inner, IDS);
    if (idOf(id) !== null) return id;
  }
  return idOf(firstAt(record, GROUPS)) === null ? undefined : firstAt(record, GROUPS);
}

const ID = /(?:_id|[a-z]Id)$/;
/** Ids of what records have in common. */
const OTHERS =
  /^run|_set_|call|trace|parent|session|conversation|thread|user|customer|org|project|workspace|tenant|account|team|cluster|profile|agent|model|provider|prompt|tool|event|swipe|_id_/i;

/** The key of an id in words of one's own, `case_id`; empty for none. */
function ownId(record: Fields): string {
  return Object.keys(record).find((key) => ID.test(key) && !OTHERS.test(key) && idOf(at(record, key)) !== null) ?? '';
}

const rights: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'pass', 'passed', 'correct', 'c', 'ok', 'success'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'fail', 'failed', 'incorrect', 'wrong', 'i', 'error'].map((word) => [word, false] as const),
]);

/** Whether a score says that a reply is right; null for what says neither. */
export function rightOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value === 0 ? false : value === 1 ? true : null;
  return typeof value === 'string' ? (rights.get(value.trim().toLowerCase()) ?? null) : null;
}

/** These say that a reply is right, the surest first. */
const RIGHT = ['is_correct', 'isCorrect', 'is_right', 'correct', 'passed', 'pass', 'resolved', 'plus_status'];
/** These do so only where a reply was compared or measured: a request succeeds as well, and a search has a score. */
const MEASURED = ['success', 'exact_match', 'score', 'reward'];
const MEASURES = ['expected', 'expectedOutput', 'expected_output', 'gts', 'gold', 'target', 'reference', 'metricsData'];

/** Whether a record counts its reply as right; null where it does not say. */
export function rightBeside(record: Fields): boolean | null {
  const keys = MEASURES.some((key) => has(record, key)) ? [...RIGHT, ...MEASURED] : RIGHT;
  return rightOf(firstAt(record, keys));
}

/** What a grader noted says so as well, in an object of its own. */
export function rightInside(record: Fields): boolean | null {
  const noted = Object.values(record).flatMap((value) => {
    const right = firstAt(fieldsOf(value), ['is_correct', 'correct', 'passed']);
    return typeof right === 'boolean' ? [right] : [];
  });
  return new Set(noted).size === 1 ? (noted[0] ?? null) : null;
}

const ERRORS = ['error', 'exception', 'error_message', 'errorMessage'];
const STATUSES = ['response_status', 'status_code', 'statusCode', 'status'];

/** Whether a record without a reply failed at the server; request and response may be in one member. */
export function hasFailed(record: Fields): boolean {
  return (
    isFailure(record) || objectsOf(Object.values(record)).some((inner) => has(inner, 'request') && isFailure(inner))
  );
}

/** Whether a record has the status of a request that failed: a text in it is what the server said of that. */
export function hasFailedStatus(record: Fields): boolean {
  return (statusOf(record) ?? 0) >= 400;
}

/** The status of HTTP that a record has; tables have it as text. */
function statusOf(record: Fields): number | null {
  const status = idOf(at(objectAt(record, 'response'), 'status') ?? firstAt(record, STATUSES));
  return status !== null && /^[1-5]\d\d$/.test(status) ? Number(status) : null;
}

function isFailure(record: Fields): boolean {
  const error = firstAt(record, ERRORS);
  if (error !== undefined && error !== '' && error !== false) return true;
  const status = statusOf(record);
  if (status !== null) return status >= 400;
  if (at(objectAt(record, 'response_body') ?? objectAt(record, 'response'), 'error') !== undefined) return true;
  // Vertex: why there is no response.
  const response = objectAt(record, 'response');
  return (
    has(record, 'request') && response !== null && Object.keys(response).length === 0 && textAt(record, 'status') !== ''
  );
}
