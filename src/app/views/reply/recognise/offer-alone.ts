import type { Session } from '../../../page/session.svelte.ts';
import { changeBetween } from '../../../editor/text-change.ts';

/** What a paste of its own has, and a piece of a reply seldom: a command, an object with several members, or a call in tags. */
const WHOLE =
  /^\s*(?:[$%>] ?\S|curl |\{\s*"|\[\s*\{|data: |<\w[^>]*>|```|\d{4}-\d\d-\d\d)|<tool_call>|"(?:choices|message|tool_calls|error)"/;

/** Says that a paste was added to the reply that was there, and offers to open it alone. */
export function offerAlone(session: Session, before: string, after: string): void {
  const added = changeBetween(before, after)?.text ?? '';
  if (before.trim() === '' || !WHOLE.test(added) || session.fields.text !== after) return;
  session.say({
    kind: 'recognised',
    tone: 'info',
    text: 'The pasted text was added to the reply that was here.',
    action: { label: 'Open it alone', overwrites: ['text', 'native'], run: () => void session.replaceReply(added) },
  });
}
