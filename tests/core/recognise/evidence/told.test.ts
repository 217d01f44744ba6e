import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

/** What an API says when it refuses a request, the first cause of it, and what the page says where no call is to blame. */
const refusals: readonly (readonly [sentence: string, cause: string, says: RegExp | null])[] = [
  ['Invalid API key: harbour-key-17 was revoked.', 'none', /about the account/],
  ['Rate limit of model `lamp-9` reached: 12000 tokens per minute.', 'none', /about the account/],
  ['The prompt has 41200 tokens, and the context window of lamp-9 is 32768.', 'none', /length of the prompt/],
  ["model 'lamp:9b' not found", 'none', /name of the model/],
  ['Overloaded', 'none', /about the server/],
  ["Unexpected role 'user' after role 'tool'", 'client', null],
  ["messages[3]: every 'tool_call_id' must have a result", 'client', null],
  ["tools[0].function.parameters: 'dim' is missing in 'required'", 'schema', null],
  ['The chat template is missing in the tokenizer, and functions cannot be shown.', 'template', null],
  ['Tools are not supported by the model lamp-9.', 'parser-off', null],
  ["A tool_choice was sent, and no 'tools' with it.", 'no-tools', null],
];

const json = JSON.stringify;
const inQuotes = (text: string): string => text.replaceAll('"', String.raw`\"`);

/** How people and programs pass on what an API said. */
const forms: Readonly<Record<string, (said: string) => string>> = {
  'the body of OpenAI': (said) => json({ error: { message: said, type: 'invalid_request_error', code: null } }),
  'the print of openai-python': (said) =>
    `openai.BadRequestError: Error code: 400 - ${json({ error: { message: said } })}`,
  'a traceback': (said) =>
    `Traceback (most recent call last):\n  File "/srv/boat.py", line 4, in ask\n    raise BoatError(text)\nboat.BoatError: ${said}`,
  'a stack of Node': (said) => `BadRequestError: 400 ${said}\n    at ask (file:///srv/boat/ask.mjs:41:20)`,
  'a stack of Java': (said) => `com.boat.AskException: 400: ${said}\n\tat com.boat.Client.ask(Client.java:88)`,
  'a log': (said) => `2026-11-02 10:11:12,120 ERROR boat.ask: request failed: ${said}`,
  'a log of keys': (said) =>
    `time="2026-11-02T10:11:12Z" level=error msg="ask failed" error="400 Bad Request ${inQuotes(said)}"`,
  'an entry of a log': (said) =>
    json({ level: 50, status: 400, error: json({ error: { message: said } }), msg: 'failed' }),
  'the output of curl': (said) =>
    `HTTP/1.1 400 Bad Request\ncontent-type: application/json\n\n${json({ error: said })}`,
  'an event': (said) => `data: ${json({ error: { message: said, code: 400 } })}\n\ndata: [DONE]`,
  'a record of Rust': (said) => `Error: ApiError { status: 400, message: "${inQuotes(said)}" }`,
  'a tuple of Elixir': (said) => `{:error, %{status: 400, body: %{"error" => %{"message" => "${inQuotes(said)}"}}}}`,
  'a record of keys': (said) => `provider: harbour\nmodel: lamp-9\nerror: ${said}`,
  'a status in brackets': (said) => `Boat request failed (400): ${said}`,
  'a mark of a console': (said) => `❌ Error: ${said}`,
  'a fence of an issue': (said) =>
    `### What happened?\n\nThe second turn fails.\n\n\`\`\`\nError: ${said}\n\`\`\`\n\n### Version\n1.4.2`,
  'a quotation': (said) => `When a tool ran, I get this error:\n\n> ${said}\n\nPlain chat works.`,
  'a code span': (said) =>
    `My boat stops after the first turn, and I get \`400 ${said.replaceAll('`', "'")}\` from it, an error. Why?`,
  'words before a colon': (said) => `Since the update my boat crashes with: ${said} We did not change it.`,
  'a panic of Rust': (said) =>
    `thread 'main' panicked at src/main.rs:41:10:\ncalled \`Result::unwrap()\` on an \`Err\` value: BoatError: ${said}`,
  'a class in words': (said) => `With my boat I always get BoatError: ${said} Without it there is no trouble.`,
  'quotes of a person': (said) =>
    `My boat prints “400 Bad Request: ${said.replaceAll(/["“”]/g, "'")}” in its window as soon as the second turn begins.`,
  Chinese: (said) => `调用工具后报错：${said}`,
};

describe.each(Object.entries(forms))('%s', (_, form) => {
  it.each(refusals)('passes on: %s', (sentence, cause, says) => {
    const evidence = evidenceOf({ content: form(sentence), name: null });
    expect([evidence.did, evidence.causes[0] ?? 'none']).toEqual(['error', cause]);
    if (says !== null) expect(evidenceSentences(evidence).headline).toMatch(says);
  });
});

/** What a client says of a call or a reply that it could not take. */
const reports: readonly (readonly [sentence: string, did: string, cause: string])[] = [
  ['No tool named dim_boat is registered', 'calls', 'unknown-tool'],
  ["Missing required parameter 'room' for tool 'dim_lamp'", 'calls', 'arguments'],
  ["Failed to parse tool call arguments as JSON: Expecting ',' delimiter: line 1 column 34", 'calls', 'arguments'],
  ['Failed to parse tool call from model response: unexpected end of input', 'error', 'damaged'],
  ['Failed to parse the model output: no object found', 'error', 'other-format'],
  ['Expected a tool call but the model returned text', 'answer', 'parser-off'],
];

const clients = [
  'a traceback',
  'a log',
  'a mark of a console',
  'a fence of an issue',
  'a quotation',
  'Chinese',
] as const;

describe.each([...clients, 'nothing', 'the sign of a console', 'a warning'] as const)('%s', (name) => {
  it.each(reports)('passes on: %s', (sentence, did, cause) => {
    const others = {
      nothing: sentence,
      'the sign of a console': `✖ ${sentence}`,
      'a warning': `10:11:12 WARN ${sentence}`,
    };
    const content = name in others ? others[name as keyof typeof others] : (forms[name]?.(sentence) ?? '');
    const evidence = evidenceOf({ content, name: null });
    // A status or a traceback says that it is an error.
    expect([did, 'error']).toContain(evidence.did);
    expect(evidence.causes[0]).toBe(cause);
  });
});

/** Nobody reports an error in these. */
const others = [
  'If the server is overloaded, try again later.',
  'Your API key is in the settings, under Account.',
  'The invalid API key was replaced, and everything is found again.',
  'The theatre is at capacity, and the doors were closed at eight.',
  'The context length of lamp-9 is 32768 tokens, and more than its maximum is not of use.',
  'Tokens exceed words by a third in English.',
  'Rate limits protect the server. Each key has its own.',
  'The roles must be clear before the play begins.',
  '400 people came to the harbour.',
  'There are `500 berths are enough for all boats` on the sign, and nobody failed to read it.',
  'My boat stops after the first turn: it says that the lamp is on.',
  'The agent fails to dim the lamp: the model answers in prose.',
  'I get `The lamp in the attic is on` in place of a call, and the loop fails.',
  'name: lamp\nerror: none\nlevel: 3',
  '["error", {"room": "attic"}]',
  'The test breaks down as follows: ten calls, three of them long.',
  'It breaks for parallel calls: the second tool is never called and its arguments are empty.',
  'It fails, and the reply is:\n\n```\nThe function dim_boat is not available in my tools.\n```',
  '✅ Streams\n❌ Tool calling is not supported\n✅ Pictures',
  'No tools are needed for this: the answer is 42.',
  'It says "The tool dim_boat is not available to me right now" and stops.',
  'The manual says "The function must have a name and its required parameters" on its first page.',
  'The model says "The tool dim_boat is missing a required parameter" in place of a call.',
  'I got "The tide of the harbour is at 14:20 today" from it, in place of a call.',
  'My tool is {"name": "dim", "description": "The function must not be called without parameters"}, and it stops.',
  'A BoatError: that is what the class of the harbour is for. It says nothing.',
  'The panic of the crew: the thread of the main sail was torn.',
  'Page 404 of the book is not found by many.',
  'Expected arrival: 14:20. The tool for it is in the shed.',
];

it.each(others)('reports no error: %s', (content) => {
  expect(evidenceOf({ content, name: null }).did).toBeNull();
});

it.each(['Request failed (400): invalid API key', '422 status code (no body)'])('%s in a call is no error', (query) => {
  const content = `<tool_call>\n<function=search>\n<parameter=query>\n${query}\n</parameter>\n</function>\n</tool_call>`;
  const { did, call } = evidenceOf({ content, name: null });
  expect([did, call?.names]).toEqual([null, ['search']]);
});

it('a clue is quoted without the quote at which the name in it begins', () => {
  const { because } = evidenceOf({
    content: "Model tried to call unavailable tool 'Read'. Available tools: read.",
    name: null,
  });
  expect(because.map(({ says }) => says)).toContain('It says `Model tried to call unavailable tool`.');
});
