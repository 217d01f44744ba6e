import { diagnose, extract, declaredTools, verdictOf, type Runtime } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';
import type { DiagnosedExtraction } from '../worker/protocol.ts';
import { serverOf } from '../page/reading/capabilities.ts';

/**
 * What the runtime makes of these fields, at once and on this thread: for one look at a redacted case.
 *
 * @param runtimes among them is the runtime of the fields, unless it is at hand
 */
export function reread(fields: LinkState, runtimes?: readonly Runtime[]): DiagnosedExtraction {
  const options = {
    ...serverOf(fields),
    ...(runtimes === undefined ? {} : { runtimes }),
    tools: declaredTools(fields.tools),
    custom: fields.custom,
  };
  const extraction = extract({ text: fields.text, tool_calls_text: fields.native }, options);
  const diagnoses = diagnose(extraction, options);
  return { ...extraction, diagnoses, verdict: verdictOf({ ...extraction, diagnoses }) };
}
