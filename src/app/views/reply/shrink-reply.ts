import { counted, numberText } from '../../../core/index.ts';
import { applyEdit } from '../../apply-edit.ts';
import { FormatsClient } from '../../page/formats-client.ts';
import type { Page } from '../../page/page.svelte.ts';
import { readingSettings } from '../../page/reading/capabilities.ts';

/** Puts the smallest text in the place of the reply that its server answers in the same way. It takes a second or two. */
export async function shrinkReply(page: Page): Promise<void> {
  const { session, results } = page;
  const { extraction } = results;
  const part = extraction?.parts.text ?? null;
  if (part === null || results.stale || session.fields.text.trim() === '') {
    session.say({ kind: 'edit', tone: 'info', text: 'There is no text to shrink.' });
    return;
  }
  const { text } = session.active;
  const result = await page.of(FormatsClient).worker.run({ kind: 'shrink', text, ...readingSettings(session.active) });
  // Somebody went on with another text.
  if (results.extraction !== extraction || session.active.text !== text) return;
  if (!result.ok) {
    const action = { label: 'Try again', run: () => void shrinkReply(page) };
    session.say({ kind: 'edit', tone: 'bad', text: `The reply was not shrunk. ${result.message}`, action });
  } else if (result.answer.length >= text.length) {
    session.say({
      kind: 'edit',
      tone: 'info',
      text: 'The reply is as short as it can be: shorter texts are answered otherwise.',
    });
  } else {
    const label = `Shrink from ${numberText(text.length)} to ${counted(result.answer.length, 'character')}`;
    applyEdit(page, { label, changes: [{ span: part, insert: result.answer }] });
  }
}
