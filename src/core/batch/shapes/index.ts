import type { Fields } from '../values.ts';
import { anomalies } from './anomalies.ts';
import { bfclResult, bfclScore, questions } from './bfcl.ts';
import { messages, openWebui, sessions, sharegpt, trajectories } from './conversations.ts';
import { fixtures, inspect, labelled, lmEval, predictions, promptfoo, xlam } from './evaluations.ts';
import { generic } from './generic.ts';
import { har } from './har.ts';
import { langfuse } from './langfuse.ts';
import { anthropicBatch, litellm, openaiBatch } from './provider-batches.ts';
import { type Around, nothingAround, type Shape } from './shape.ts';
import { openinference, otel } from './spans.ts';

/** THE list of shapes, the most telling structure first; the last one fits every record. */
const shapes: readonly Shape[] = [
  anomalies,
  har,
  anthropicBatch,
  openaiBatch,
  litellm,
  langfuse,
  openinference,
  otel,
  bfclScore,
  fixtures,
  lmEval,
  inspect,
  promptfoo,
  labelled,
  xlam,
  predictions,
  questions,
  bfclResult,
  trajectories,
  sessions,
  openWebui,
  sharegpt,
  messages,
];

/** The shape of a record. */
export function shapeOf(record: Fields, around: Around): Shape {
  return shapes.find((shape) => shape.fits(record, around)) ?? generic;
}

/** Whether a record is in one of the shapes that are known, by its structure alone. */
export function isKnown(record: Fields): boolean {
  return shapeOf(record, nothingAround) !== generic;
}
