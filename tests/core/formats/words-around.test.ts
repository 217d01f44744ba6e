import { describe, expect, it } from 'vitest';
import { extract, type ToolDefinition } from '../../../src/core/index.ts';

const tools: ToolDefinition[] = [
  {
    name: 'set_lamp',
    schema: { type: 'object', properties: { room: { type: 'string' }, level: { type: 'integer' } } },
  },
  {
    name: 'save_note',
    schema: { type: 'object', properties: { title: { type: 'string' }, body: { type: 'string' } } },
  },
];

/** Forms that count as a call only where the reply ends with them. */
const FORMS = {
  headers: 'Tool: set_lamp\nArguments: {"room": "hall", "level": 3}',
  'a sentence': 'Calling tool set_lamp with room="hall" and level=3',
  parentheses: 'TOOL_CALL: set_lamp(room="hall", level=3)',
  'pairs of ReAct': 'Action: set_lamp\nAction Input: room="hall", level=3',
  'an encoded reply': String.raw`"{\"name\": \"set_lamp\", \"arguments\": {\"room\": \"hall\", \"level\": 3}}"`,
  'a recipient': 'to=functions.set_lamp {"room": "hall", "level": 3}',
  'colons for equals signs': 'set_lamp(room: "hall", level: 3)',
  'a name and an object': 'set_lamp {"room": "hall", "level": 3}',
};

const WAITING = [
  'I will tell you what it says.',
  "I'll write it down, once I have the result.",
  'Once the lamp is lit, I can go on.',
  '*Waiting for the result...*',
  'This will dim the lamp.',
  'Let me know if it should be brighter.',
  'Ich warte auf das Ergebnis.',
  'Je vais attendre la réponse.',
  'Voy a comprobarlo.',
  'Я жду ответа.',
  '我会告诉你结果。',
  '少々お待ちください。',
];

/** A result that the model made up, a question, a page about tools. */
const OTHER = [
  'I will write it down.\nResult: the lamp is lit',
  'Please confirm.',
  'Dims a lamp. The level goes from 0 to 10.',
  'It will answer with the old level.\n\n## save_note\n\nWrites a note.',
  'The lamp in the hall is now at level 3.',
  'I will explain what this does: it dims a lamp.',
  'I will set others as well.\n\n| room | level |\n|---|---|\n| attic | 2 |',
];

function namesIn(text: string): string[] {
  return extract({ text }, { runtime: 'auto', tools }).calls.map(
    ({ name, argumentsText }) => `${name} ${argumentsText}`,
  );
}

describe.each(Object.entries(FORMS))('after %s', (_, form) => {
  it.each(WAITING)('the model may wait: %s', (words) => {
    expect(namesIn(`${form}\n\n${words}`)).toEqual(['set_lamp {"room":"hall","level":3}']);
    expect(namesIn(`${form}\n${words}<|im_end|>`)).toEqual(['set_lamp {"room":"hall","level":3}']);
  });
});

describe.each(Object.entries(FORMS).slice(0, 3))('after %s', (_, form) => {
  it.each(OTHER)('other words say that it is none: %s', (words) => {
    expect(namesIn(`${form}\n\n${words}`)).toEqual([]);
  });
});

const SAID = [
  'I will dim it.',
  'Ok. Ich dimme jetzt die Lampe:',
  "Sure, I'll do that now.",
  'Je vais baisser la lumière.',
  '我来调暗灯光。',
];

describe.each(Object.entries(FORMS))('before %s', (_, form) => {
  it.each(SAID)('the model may say what it does: %s', (words) => {
    expect(namesIn(`${words}\n\n${form}`)).toEqual(['set_lamp {"room":"hall","level":3}']);
    expect(namesIn(`${words}\n\n\`\`\`\n${form}\n\`\`\``)).toEqual(['set_lamp {"room":"hall","level":3}']);
  });
});

it('a code block with words of other kinds around it shows the form', () => {
  const block = `\`\`\`\n${FORMS.headers}\n\`\`\``;
  expect(namesIn(`Tools are called like this:\n\n${block}`)).toEqual([]);
  expect(namesIn(`${block}\n\nThis is how a call looks.`)).toEqual([]);
  expect(namesIn(`I will explain the format:\n\n${block}`)).toEqual([]);
});

it('a reply in inline code is meant, if the model says that it calls', () => {
  const code = '`{"name": "set_lamp", "arguments": {"room": "hall", "level": 3}}`';
  const calls = ['set_lamp {"room":"hall","level":3}'];
  expect(namesIn(`I will use the \`set_lamp\` tool:\n\n${code}<|im_end|>`)).toEqual(calls);
  expect(namesIn(`The call is:\n\n${code}`)).toEqual([]);
});

it.each([
  ['a list below the name, after words', 'Okay, let me dim it.\n\n**Tool: set_lamp**\n- room: hall\n- level: 3'],
  ['a comment after the call', '{"name": "set_lamp", "arguments": {"room": "hall", "level": 3}} // first the lamp'],
  ['headings of ReAct', '### Action\nset_lamp\n\n### Action Input\n{"room": "hall", "level": 3}'],
])('%s is read', (_, reply) => {
  expect(namesIn(reply)).toEqual(['set_lamp {"room":"hall","level":3}']);
});

const opened = '<tool_call>\n<function=save_note>\n<parameter=body>\n';

it('a value ends at the closers that follow it, whatever the model says then', () => {
  const reply = `${opened}Dark.\n</Parameter>\n</Funktion>\n</tool_call>\n\nThe kitchen is the only dark room.`;
  expect(namesIn(reply)).toEqual(['save_note {"body":"Dark."}']);
  expect(namesIn(`${opened}Dark.\n</tool_call>\n\nI will tell you what it says.`)).toEqual([
    'save_note {"body":"Dark."}',
  ]);
});

it('a value that quotes a closer and is cut off has not ended', () => {
  for (const value of [
    'A call ends with\n</tool_call>\n\nThe title comes before that',
    'It ends with </tool_call>, then',
  ])
    expect(namesIn(opened + value)).toEqual([]);
});

const CALL = '<tool_call>{"name": "set_lamp", "arguments": {"room": "hall"}}</tool_call>';

describe('a call in the middle of a sentence', () => {
  it.each([
    `Un appel comme ${CALL} serait rejeté par le serveur.`,
    `Ein Aufruf wie ${CALL} würde abgelehnt.`,
    `Una llamada como ${CALL} sería rechazada.`,
    `A block such as "${CALL}" would be refused.`,
  ])('is a word of it: %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it.each([
    `Comme convenu : ${CALL}`,
    `I do it like ${CALL}`,
    `Ich mache es wie zuvor: ${CALL} Das wird hell.`,
    `Je fais un appel comme ${CALL}\nIl sera fait.`,
  ])('is one: %s', (text) => {
    expect(namesIn(text)).toEqual(['set_lamp {"room":"hall"}']);
  });
});

describe('YAML in a code block', () => {
  const yaml = 'tool: set_lamp\narguments:\n  room: hall\n  level: 3';
  const block = `\`\`\`yaml\n${yaml}\n\`\`\``;

  it.each([
    `I'll dim the lamp:\n\n${block}`,
    `I'll dim the lamp:\n\n${block.replace('yaml', 'yml')}\nI will tell you what it says.`,
  ])('is a call after words that say so: %s', (text) => {
    expect(namesIn(text)).toEqual(['set_lamp {"room":"hall","level":3}']);
    expect(extract({ text }, { runtime: 'auto' }).calls.map(({ name }) => name)).toEqual(['set_lamp']);
  });

  it.each([
    block,
    `Here is the file:\n\n${block}`,
    `I'll write the settings:\n\n${block.replace('tool:', 'name:')}`,
    `I'll write the settings:\n\n${block.replace('set_lamp', 'eslint')}`,
    `I'll dim the lamp:\n\n${block}\n\nThis file is read by Ansible.`,
  ])('is a file in any other place: %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });
});
