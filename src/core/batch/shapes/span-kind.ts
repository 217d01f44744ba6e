import { at, type Fields, firstAt, has, objectAt, textAt, textOf } from '../values.ts';

const TRACES = ['trace_id', 'traceId', 'root_span_id', 'span_id', 'spanId', 'parent_run_id', 'dotted_order'];
const PARENTS = ['parent_id', 'parentId', 'parent_span_id', 'parentSpanId', 'parent_run_id'];
const KINDS = ['run_type', 'span_type', 'spanType', 'span_kind', 'observation_type'];
/** Words of kinds under a key that has other meanings as well. */
const TYPES = /^(?:llm|tool|general|guardrail|retriever|embedding|agent|chain)$/i;
const MODELS = /llm|chat|generation|completion|model|^response$/i;
/** What works around a model gives its last reply once more; what is not listed says nothing of its own. */
const AROUND = /agent|chain|task|eval|workflow|graph|root/i;

/** Whether a record is a part of a trace and says of which other part. */
export function isInTrace(record: Fields): boolean {
  return TRACES.some((key) => has(record, key)) && PARENTS.some((key) => has(record, key));
}

/**
 * What a record of a trace is, in the words of Braintrust, LangSmith, OpenAI's agents and others: `inner` asked a model, `outer` works around it.
 * Null for what is no span, or does not say.
 */
export function kindOfSpan(record: Fields): 'inner' | 'outer' | 'other' | null {
  if (!TRACES.some((key) => has(record, key))) return null;
  const type = textAt(record, 'type');
  const kind =
    textOf(
      firstAt(record, KINDS) ?? at(objectAt(record, 'span_attributes') ?? objectAt(record, 'span_data'), 'type'),
    ) ?? (TYPES.test(type ?? '') ? type : null);
  if (kind === null) return null;
  if (MODELS.test(kind)) return 'inner';
  return AROUND.test(kind) ? 'outer' : 'other';
}
