import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences, type Evidence } from '../../../../src/core/index.ts';

const CALL = '{"name": "HassTurnOn", "parameters": {"name": "porch"}}';
const asked = (
  talk: string,
  rest = 'The lamp stays off.',
  first = 'Home Assistant with the Ollama integration',
): Evidence => evidenceOf({ content: `${first}, llama3.1:8b.\n\n${talk}\n\n${rest}\n`, name: null });

it.each([
  ['Home Assistant', `Me: light on\nHA: Sure! ${CALL}`],
  ['the name of the assistant', `Me: light on\nGardener: Of course. ${CALL}`],
  ['its name and model', `You: light on\nGardener (llama3.1:8b): Of course. ${CALL}`],
  ['a usual name', `User: light on\nAssistant: Sure! ${CALL}`],
  ['German', `Ich: Licht an\nAssistent: Gerne! ${CALL}`],
])('a window typed off, with words before the call: %s', (_, talk) => {
  const evidence = asked(talk);
  expect([evidence.did, evidence.call?.names]).toEqual(['text', ['HassTurnOn']]);
  expect(evidenceSentences(evidence).headline).toMatch(
    /only first in a reply, and other text begins before this one\.$/,
  );
});

it('also where the same works at other times', () => {
  const { did } = asked(
    `Me: light on\nBot: Sure! {"name": "lamp_on", "parameters": {"a": 1}}`,
    'Half of the time it works, else I get this JSON.',
  );
  expect(did).toBe('text');
});

it.each([
  ['nobody asked', asked(`Gardener: Sure! ${CALL}`)],
  ['words follow it', asked(`Me: what is a call?\nHA: A call is ${CALL} in a reply.`)],
  ['it is an example', asked(`Me: how do I call it?\nHA: Write it like this: ${CALL}`)],
  ['nobody says what came of it', asked(`Me: light on\nHA: Sure! ${CALL}`, 'Thanks.')],
])('no text where %s', (_, { did }) => {
  expect(did).toBeNull();
});
