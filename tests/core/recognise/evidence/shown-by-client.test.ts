import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const call = '{"name": "HassTurnOn", "parameters": {"name": "Attic lamp"}}';
const asked = (words: string, reply = call): string =>
  `${words}\n\n\`\`\`\n${reply}\n\`\`\`\n\nOllama 0.11.4, model llama3.1:8b.\n`;

it.each([
  ['English', 'My bot reads JSON to me instead of turning the lamp on.'],
  ['a client that does nothing', 'Open WebUI only prints the tool call, and nothing happens.'],
  ['Spanish', 'Mi cliente solo me imprime JSON, no crea ningún archivo.'],
  ['German', 'Der Bot zeigt nur JSON an, statt die Lampe zu dimmen.'],
  ['French', 'Le client affiche le JSON au lieu d’allumer la lampe.'],
  ['Russian', 'Бот выводит JSON вместо вызова инструмента.'],
  ['Chinese', '客户端只输出 JSON，没有调用工具。'],
])('a call that a client shows came as text: %s', (_, words) => {
  expect(evidenceOf({ content: asked(words), name: null }).did).toBe('text');
});

it.each([
  ['a question about another day', 'Would the bot print JSON if Ollama does not run the tool?'],
  ['a bot that does both', 'The bot shows JSON and the lamp goes on.'],
  ['no word of it', 'What is this?'],
])('and words that do not say so: %s', (_, words) => {
  expect(evidenceOf({ content: asked(words), name: null }).did).toBeNull();
});

it('words before the call are why Ollama left it, where the client sends its tools', () => {
  const words = 'In Home Assistant, Assist reads JSON to me instead of doing anything.';
  const evidence = evidenceOf({ content: asked(words, `I turn it on.\n\n${call}`), name: null });
  expect([evidence.sendsTools, evidenceSentences(evidence).causes[0]?.why]).toEqual([
    true,
    'Ollama takes a call of this model only first in a reply, and other text begins before this one.',
  ]);
});

it('of a client that may send none, the request is asked for', () => {
  const evidence = evidenceOf({ content: asked('My bot prints JSON instead of turning it on.'), name: null });
  expect([evidence.sendsTools, evidenceSentences(evidence).causes[0]?.fix]).toEqual([
    null,
    'Send `tools` with the request.',
  ]);
});
