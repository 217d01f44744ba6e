import { diagnose, extract, toolDefinitions } from '../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';
import type { DiagnosedExtraction } from '../../worker/protocol.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

/** What the engine makes of these fields, at once and on this thread: for one look at a redacted case. */
export function reread(fields: LinkState): DiagnosedExtraction {
  const options = {
    runtime: fields.profile,
    capabilities: capabilitiesOf(fields),
    tools: toolDefinitions(fields.tools),
    custom: fields.custom,
  };
  const extraction = extract({ text: fields.text, tool_calls_text: fields.native }, options);
  return { ...extraction, diagnoses: diagnose(extraction, options) };
}
