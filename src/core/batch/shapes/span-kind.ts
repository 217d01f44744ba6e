import { at, type Fields, firstAt, has, objectAt, textAt, textOf } from '../values.ts';

const TRACES = ['trace_id', 'traceId', 'root_span_id', 'span_id', 'spanId', 'parent_run_id', 'dotted_order'];
const PARENTS = ['parent_id', 'parentId', 'parent_span_id', 'parentSpanId', 'parent_run_id'];
const KINDS = ['run_type', 'span_type', 'spanType', 'span_kind', 'observation_type'];
/** Words of kinds under a key that has other meanings as well. */
const TYPES = /^(?:llm|tool|general|guardrail|retriever|embedding|agent|chain)$/i;
const MODELS = /llm|chat|generat(?:ion|e_content)|completion|model|^response$/i;
/** What works around a model gives its last reply once more; what is not listed says nothing of its own. */
const AROUND = /agent|chain|task|^eval$|workflow|graph|root/i;

/** What a span of this kind does: `inner` asked a model, `outer` works around it. */
export type Nesting = 'inner' | 'outer' | 'other';

/**
 * What spans of a kind do, whoever names it: `LLM` and `AGENT` of OpenInference, `GENERATION` of Langfuse, `task` of Braintrust, `chat`
 * and `invoke_agent` of OpenTelemetry.
 */
// Source: open-telemetry/semantic-conventions-genai docs/gen-ai/gen-ai-agent-spans.md, the values of `gen_ai.operation.name`.
export function nestingOf(kind: string): Nesting {
  if (MODELS.test(kind)) return 'inner';
  return AROUND.test(kind) ? 'outer' : 'other';
}

/** The trace that a span is a part of; null where it does not say. */
export function traceOf(record: Fields): string | null {
  const context = objectAt(record, 'spanContext') ?? objectAt(record, 'context');
  const own = firstAt(record, ['traceId', 'trace_id', 'traceID', 'context.trace_id', 'root_span_id']);
  return textOf(own ?? firstAt(context, ['traceId', 'trace_id']));
}

/** Whether a span says which other one it is in. */
export function hasParent(record: Fields): boolean {
  return [...PARENTS, 'parentObservationId', 'parent_observation_id'].some((key) => (textAt(record, key) ?? '') !== '');
}

/** Whether a record is a part of a trace and says of which other part. */
export function isInTrace(record: Fields): boolean {
  return TRACES.some((key) => has(record, key)) && PARENTS.some((key) => has(record, key));
}

/**
 * What a record of a trace is, in the words of Braintrust, LangSmith, OpenAI's agents and others: `inner` asked a model, `outer` works around it.
 * Null for what is no span, or does not say.
 */
export function kindOfSpan(record: Fields): Nesting | null {
  if (!TRACES.some((key) => has(record, key))) return null;
  const type = textAt(record, 'type');
  const kind =
    textOf(
      firstAt(record, KINDS) ?? at(objectAt(record, 'span_attributes') ?? objectAt(record, 'span_data'), 'type'),
    ) ?? (TYPES.test(type ?? '') ? type : null);
  return kind === null ? null : nestingOf(kind);
}
