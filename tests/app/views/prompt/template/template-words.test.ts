import { expect, it } from 'vitest';
import { emptyLoop } from '../../../../../src/app/page/turns.ts';
import { conversationNote } from '../../../../../src/app/views/prompt/template/template-words.ts';

const nothing = { text: '', native: '', loop: null };
const asked = { ...emptyLoop, asked: 'How warm is it?' };

it.each([
  ['before', nothing, 'What a model is shown: this case has no reply yet. The question is an example.'],
  ['after', { ...nothing, loop: asked }, 'What a model is shown: this case has no reply yet.'],
  [
    'before',
    { ...nothing, text: 'It is warm.' },
    'What the model was shown before it wrote the reply of this case. The question is an example.',
  ],
  [
    'before',
    { ...nothing, text: 'It is warm.', loop: asked },
    'What the model was shown before it wrote the reply of this case.',
  ],
  [
    'after',
    { ...nothing, native: '[]', loop: asked },
    'What the model is shown next: this reply, its calls and their results.',
  ],
  ['plain', nothing, 'A fixed conversation: a system prompt and a question, without tools.'],
] as const)('the conversation %s is said to be what it is (%#)', (id, fields, note) => {
  expect(conversationNote(id, fields)).toBe(note);
});
