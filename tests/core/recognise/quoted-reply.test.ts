import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { quotedBlocks } from '../../../src/core/recognise/index.ts';
import { byLine } from './wrappers.ts';

const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
const told = 'My vLLM returns the tool call as text instead of calling it:';
const asked = 'How do I fix this?';
const fenced = `\`\`\`\n${call}\n\`\`\``;

const replyIn = (content: string): string | null | undefined => {
  const { replies } = recognise({ content, name: null });
  return replies.length === 1 ? replies[0]?.text?.trim() : undefined;
};

it.each([
  ['a fence', `${told}\n\n${fenced}\n\n${asked}`],
  ['a fence of four signs', `${told}\n\n\`${fenced}\`\n\n${asked}`],
  ['a fence of tildes', `${told}\n\n~~~\n${call}\n~~~\n\n${asked}`],
  ['a fence in a list', `1. Start it\n2. ${told}\n${byLine(fenced, '   ')}\n3. ${asked}`],
  ['a fence that is never closed', `${told}\n\n\`\`\`\n${call}\n`],
  ['the fence after that of a command', `${told}\n\n\`\`\`bash\nvllm serve m\n\`\`\`\n\nOutput:\n\n${fenced}`],
  ['the fence before what was expected', `${told}\n\n${fenced}\n\nExpected:\n\n\`\`\`\n{"tool_calls": []}\n\`\`\``],
  ['a part that is folded', `${told}\n\n<details><summary>reply</summary>\n\n${fenced}\n\n</details>\n\n${asked}`],
  [
    'a fence that is never closed, words below it',
    `I asked it to dim the lamp and the chat window shows this:\n\`\`\`xml\n${call}\nand then it stops.`,
  ],
  ['a quotation', `${told}\n\n${byLine(call, '> ')}\n\n${asked}`],
  ['an indentation', `${told}\n\n${byLine(call, '    ')}\n\n${asked}`],
  ['paragraphs', `${told}\n\n${call}\n\n${asked}`],
  ['lines', `${told}\n${call}\n${asked}`],
  ['words after it alone', `${call}\n\nThis is what my vLLM returns as text instead of tool_calls. ${asked}`],
  ['a fence under words about any call', `My vLLM parses none. A call looks like this:\n\n${fenced}\n\n${asked}`],
  ['a fence under words without a colon', `here is what I get\n${fenced}\nno call is made`],
])('a reply that a person shows is read alone: in %s', (_, content) => {
  expect(replyIn(content)).toBe(call);
});

const printed = String.raw`'<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>'`;

it.each([
  ['alone on a line', `${told}\n\n${printed}\n\n${asked}`],
  ['after a name', `${told}\nmessage.content = ${printed}\nHow do I fix this?`],
])('a reply that Python prints is read without its quotes and escapes: %s', (_, content) => {
  expect(replyIn(content)).toBe(call);
});

it.each([
  ['a member', `My vLLM returns no call: {'content': ${printed}, 'tool_calls': None}. ${asked}`],
  ['a name in quotes', `My vLLM says 'dim_lamp' was called, and 'level' was 2. ${asked}`],
])('no text that Python prints is %s', (_, content) => {
  expect(replyIn(content)).not.toBe('dim_lamp');
  expect(quotedBlocks(content)).toEqual([]);
});

/** A form for issues: commands and settings are above the call, and notes below it. */
const form = (shown: string): string =>
  `**Which release of my server?**\n0.4.1 (Build 2)\n\n**What is the bug?**\n\nexport MODEL=attic:7b\nWith tools my model returns text instead of tool_calls, such as:\n\n${shown}\n\nBut the response has no tool_calls.\n\nMachine: attic, 3.2 GHz`;

it.each([
  ['below settings', form(call)],
  ['before another call', form(`${call}\n\nor sometimes:\n\n${call.replace('dim_lamp', 'fill_kettle')}`)],
  ['before the pattern of a prompt', form(`${call}\n\nMy prompt says:\n\n<tool_call>\n{"name": <name>}\n</tool_call>`)],
  ['beside a tag in a code span', `${told}\n\n${fenced}\n\nThe name is in \`<tool_call>dim_lamp\` there. ${asked}`],
  [
    'beside a user who sees it',
    `${told}\n\n${fenced}\n\nThe tags should be hidden, and the user should see a message.`,
  ],
])('a reply in a form is read alone: %s', (_, content) => {
  expect(replyIn(content)).toBe(call);
});

it.each([
  ['a model that speaks of the user', `The user wants the lamp dimmer:\n\n${fenced}`],
  [
    'a model that explains a form',
    `In the syntax of Qwen a call looks like this:\n\n${fenced}\n\nThe outer tag opens it. I did not run anything.`,
  ],
  ['a model with several calls', `First the lamp:\n\n${call}\n\nThen the kettle:\n\n${call}`],
])('near misses stay whole: %s', (_, content) => {
  expect(replyIn(content)).toBe(content.trim());
});

const answer = (text: string): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] });
const inFence = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

it.each([
  ['below few words', `works now, the current output is:\n\n${inFence(answer('Dim.'))}`, 'response'],
  [
    'before what was expected',
    `${told}\n\nActual:\n${inFence(answer('Dim.'))}\n\nExpected:\n${inFence(answer('Bright.'))}`,
    'response',
  ],
])('an answer in a question is found: %s', (_, content, kind) => {
  const found = recognise({ content, name: null });
  expect([found.kind, found.replies.map(({ text }) => text)]).toEqual([kind, ['Dim.']]);
});

it.each([
  ['an example', `In the documents of the lamp an example of a response is:\n\n${inFence(answer('Dim.'))}`],
  ['what will come', `The response will have this format:\n\n${inFence(answer('Dim.'))}`],
])('an answer that a document shows is none: %s', (_, content) => {
  expect(recognise({ content, name: null }).kind).toBe('reply');
});

const log = '2026-02-01 09:00:00  [INFO]\n[LM STUDIO SERVER] Streaming response...';

it('a question with a log in it is no reply', () => {
  const content = `My agent gets nothing from LM Studio. The logs:\n\n${inFence(log)}\n\nIt works in the window.`;
  const found = recognise({ content, name: null });
  expect([found.kind, found.replies]).toEqual(['error', []]);
});

it.each([
  ['a model that shows a log', `The log shows no error:\n\n${inFence(log)}\n\nI'll call the tool again.`],
  ['a log of other things', `It fails with this:\n\n${inFence('2026-02-01 09:00:00 ERROR [kettle] lid')}\n\nAny idea?`],
])('near misses of a log stay whole: %s', (_, content) => {
  expect(replyIn(content)).toBe(content.trim());
});

it('words of the model stay with its call', () => {
  const own = `I look.\n\n${call}\n\nDone.`;
  expect(replyIn(`${told}\n\n${own}\n\n${asked}`)).toBe(own);
});

it.each([
  ['a model that announces its call', `Let me call the tool:\n\n${fenced}`],
  ['a model that speaks of its tools', `The last tool call failed. Here is the next one:\n\n${fenced}`],
  ['a document', `If the model calls a tool, the output is:\n\n${fenced}\n\nYour code runs it.`],
  ['a question without a call', `${told} ${asked}`],
])('the whole is a reply: %s', (_, content) => {
  expect(replyIn(content)).toBe(content.trim());
});

it('a header of harmony without its tokens is the sign of a call', () => {
  const reply = 'commentary to=functions.dim_lamp json{"level": 2}';
  expect(replyIn(`${told}\n\n\`\`\`\n${reply}\n\`\`\``)).toBe(reply);
});

const sent = (id: string): string =>
  [`{"content":"Hm."}`, `{"content":${JSON.stringify(call)}}`]
    .map((delta) => `data: {"id":"${id}","object":"chat.completion.chunk","choices":[{"index":0,"delta":${delta}}]}`)
    .join('\n\n');

it('reads the stream in a fence below words that tell of no failure, but not one that a model invents', () => {
  const shown = (id: string): string => `Here is a trace of what came.\n\n\`\`\`\n${sent(id)}\n\`\`\``;
  expect(replyIn(shown('chatcmpl-0647664af2c74d868f3580183b7da97d'))).toBe(`Hm.${call}`);
  expect(replyIn(shown('chatcmpl-123'))).toContain('data: ');
});

it('takes the reply out of what the examples of vLLM print', () => {
  const printed = `Generated text: '${call.replaceAll('\n', '\\n')}'`;
  expect(replyIn(printed)).toBe(call);
  expect(replyIn(`# ${printed}`)).toBe(call);
  expect(replyIn(`vllm serve m --tool-call-parser hermes\n\n${printed}`)).toBe(call);
});

const object = '{"name": "dim_lamp", "parameters": {"level": 2}}';
const saidSo = "Sure! I've turned off the lamp. Is there anything else I can help you with?";

it.each([
  [
    'below a name, among words',
    object,
    `Ollama, and the lamp stays on.\n\nKim\ndim the lamp\n\nJarvis\n${object}\n\nHow do I fix this?`,
  ],
  [
    'below a model and a time',
    object,
    `Why is this in my chat of Open WebUI?\n\nllama3.1:8b\n09:12\n${object}\n\nthanks in advance`,
  ],
  [
    'in a talk with a note below it',
    object,
    `You: dim the lamp\nAssistant: ${object}\n\nOllama, llama3.1:8b, Home Assistant`,
  ],
  ['in a talk with a question below it', object, `User: dim the lamp\nAI: ${object}\n\nWhat am I doing wrong?`],
  ['in words, below a colon', saidSo, `my ollama model just tells me it did it:\n\n${saidSo}`],
  ['in words, above a note', saidSo, `${saidSo}\n\nmodel is gemma3:12b in Ollama`],
  [
    'in words, after a prompt',
    saidSo,
    `it never does it\n\n>>> turn off the lamp please\n${saidSo}\n\nI use qwen3:8b in LM Studio`,
  ],
  ['in words, in a talk', saidSo, `You: lamp off\nAssistant: ${saidSo}\n\nAny ideas?`],
  ['in words, below a name', saidSo, `The lamp stays on, Ollama.\n\nKim\nlamp off\n\nHome Assistant\n${saidSo}`],
  [
    'in German words',
    'Ich habe die Lampe ausgeschaltet.',
    'Mein Modell sagt nur:\n\nIch habe die Lampe ausgeschaltet.\n\nOllama 0.9, llama3.2:3b',
  ],
])('a reply that somebody copied out of a chat is read alone: %s', (_, reply, content) => {
  expect(replyIn(content)).toBe(reply);
});

it.each([
  ['what a model tells of programs', 'Ollama runs models.\n\nI have created a list for you:\n\n- run\n- pull'],
  [
    'words of the model after its call',
    `You: dim the lamp\nAssistant: ${object}\n\nI called the tool, and the lamp is dim.`,
  ],
  ['a person who tells what they did', 'My Ollama says nothing:\n\nthe lamp was on before, and is on now.'],
  ['a model that leads to its call', `Sure\n${object}`],
])('the rest of a reply is not taken for the words of a person: %s', (_, content) => {
  const reply = replyIn(content) ?? '';
  expect(content.endsWith(reply.slice(-20))).toBe(true);
  expect(reply.length).toBeGreaterThanOrEqual(content.startsWith('You') ? content.length - 40 : content.length);
});
