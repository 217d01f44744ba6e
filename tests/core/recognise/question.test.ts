import { expect, it } from 'vitest';
import { isQuestionAlone } from '../../../src/core/recognise/index.ts';

it.each([
  [
    'of an app',
    'I use Jan on my Mac with some qwen model. It says that it calls a tool, and nothing comes. Is my model too small?',
  ],
  [
    'of somebody who hosts an app',
    "I'm hosting LibreChat for the club. The agent says that it looks up the boats, and nothing follows. How can I fix this?",
  ],
  [
    'of a screenshot',
    'Cursor with our company gateway. I typed it off: "Provider Error". Which flag must the admin set?',
  ],
  [
    'with code',
    'A local model, and my plugin is never invoked. Please tell me what I do wrong:\n\n```csharp\nkernel.Plugins.Add(lamp);\n```\n',
  ],
])('a question %s holds no reply', (_, content) => {
  expect(isQuestionAlone(content)).toBe(true);
});

it.each([
  ['an answer of a model', 'I can dim the lamp in the attic for you. Which level should I set?'],
  ['an answer with its plan', "Sure, I'm running the tests of your agent now. Then I can fix the lamp."],
  [
    'an answer that speaks of tools',
    'I do not have access to your calendar. Is it connected to this model? I can only use my tools.',
  ],
  [
    'a question with the reply',
    'My model prints this, what am I doing wrong?\n\n<tool_call>\n{"name": "dim_lamp", "arguments": {}}\n</tool_call>\n',
  ],
  [
    'a question with the reply in a block',
    'My model prints this, what am I doing wrong?\n\n```json\n{"name": "dim_lamp", "arguments": {}}\n```\n',
  ],
  ['words about lamps', 'My lamp is broken. Which setting do I need? I tried all of them.'],
])('%s is no question alone', (_, content) => {
  expect(isQuestionAlone(content)).toBe(false);
});
