import { extract, toolDefinitions } from '../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';
import type { SentExtraction } from '../../worker/protocol.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

/** What the engine makes of these fields, at once and on this thread: for one look at a redacted case. */
export function reread(fields: LinkState): SentExtraction {
  return extract(
    { text: fields.text, tool_calls_text: fields.native },
    {
      profile: fields.profile,
      capabilities: capabilitiesOf(fields),
      tools: toolDefinitions(fields.tools),
      custom: fields.custom,
    },
  );
}
