import { beforeEach, expect, it } from 'vitest';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { encodeLink } from '../../../../src/app/permalink/codec.ts';
import { emptyLinkState, type LinkState } from '../../../../src/app/permalink/state.ts';
import { isOlderNote } from '../../../../src/app/views/share/older-note.ts';

const broken = '{"name": "f", "arguments": {"a": 1,}}';
const repaired = '{"name": "f", "arguments": {"a": 1}}';
const linked: LinkState = { ...emptyLinkState, profile: 'vllm:hermes', text: broken, note: 'The call is lost.' };

let session: Session;

beforeEach(() => {
  session = new Session();
  session.open(linked, 'A link');
});

it('is true of the case that it came with', () => {
  expect(isOlderNote(session, '')).toBe(false);
  session.setView('prompt');
  expect(isOlderNote(session, '')).toBe(false);
});

it('is of the case before, once text, server or tools are others', () => {
  session.setText(repaired);
  expect(isOlderNote(session, '')).toBe(true);
  session.setText(broken);
  expect(isOlderNote(session, '')).toBe(false);
  session.setRuntime('ollama:qwen3');
  expect(isOlderNote(session, '')).toBe(true);
});

it('is no older one where the reader writes it, or takes it away', () => {
  session.setText(repaired);
  session.set({ note: 'Without the comma it works.' });
  expect(isOlderNote(session, '')).toBe(false);
  session.set({ note: '' });
  expect(isOlderNote(session, '')).toBe(false);
});

it('is known after a reload by the link in the address', () => {
  const hash = `#${encodeLink(linked)}`;
  session = new Session();
  session.restore(linked, null);
  expect(isOlderNote(session, hash)).toBe(false);
  session.setText(repaired);
  expect([isOlderNote(session, hash), isOlderNote(session, '')]).toEqual([true, false]);
});
